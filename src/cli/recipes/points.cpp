// Implements PointReader.
#include "cli/recipes/points.h"

#include <algorithm>
#include <array>
#include <istream>

#include "cli/terminal/streams.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "platform/error_text.h"

namespace cobble {
namespace {

constexpr std::size_t kLongestLine = 1000;  // bytes; three numbers need far fewer
constexpr std::array<std::string_view, 3> kNames{"x", "y", "z"};

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kWhitespace = " \t";
  const std::size_t first = text.find_first_not_of(kWhitespace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhitespace) - first + 1);
}

std::vector<std::string_view> Cells(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t comma = 0; comma != std::string_view::npos;) {
    comma = line.find(',');
    cells.push_back(Trim(line.substr(0, comma)));
    if (comma != std::string_view::npos) line.remove_prefix(comma + 1);
  }
  return cells;
}

// Returns a column's name in lower case, without quotes; empty if the cell is not a name. "nan" and
// "inf" are not: some programs write them as numbers.
std::string ColumnName(std::string_view cell) {
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
    cell = Trim(cell.substr(1, cell.size() - 2));
  const std::string name = LowerCase(cell);
  if (name.empty() || name == "nan" || name == "inf" || name == "infinity") return {};
  return (name[0] >= 'a' && name[0] <= 'z') || name[0] == '_' ? name : "";
}

}  // namespace

Error PointReader::ErrorAt(int64_t line, std::string message) const {
  return Error(ErrorKind::kRecipe, Shown(name_) + ":" + std::to_string(line), std::move(message));
}

bool PointReader::Read(std::size_t maximum, PointBlock* block) {
  *block = {};
  std::string line;
  while (block->x.size() < maximum && NextLine(&line)) {
    const std::string_view content = Trim(line);
    if (content.empty()) continue;
    const bool is_first = !has_read_line_;
    has_read_line_ = true;
    if (!is_first || !IsHeader(Cells(content))) Parse(content, block);
  }
  return !block->x.empty();
}

bool PointReader::NextLine(std::string* line) {
  if (line_ == 0) ReadMark();
  const bool has_line = mark_.empty() ? ReadBytes(line) : ReadUtf16(line);
  if (in_.bad())
    throw Error(ErrorKind::kIo, Shown(name_), "cannot read: " + ErrorText(StreamError(in_)));
  if (!has_line) return false;
  if (line_ == 1 && line->starts_with("\xEF\xBB\xBF")) line->erase(0, 3);
  if (line->ends_with('\r')) line->pop_back();
  return true;
}

// No text in UTF-8 starts with these bytes.
void PointReader::ReadMark() {
  const int first = in_.peek();
  if (first != 0xFF && first != 0xFE) return;
  std::array<char, 2> mark{};
  in_.read(mark.data(), mark.size());
  mark_.assign(mark.data(), static_cast<std::size_t>(in_.gcount()));
  if (!in_.bad() && !HasUtf16Mark(mark_)) throw ErrorAt(1, "is neither UTF-8 nor UTF-16");
}

bool PointReader::ReadBytes(std::string* line) {
  std::array<char, kLongestLine + 1> buffer;
  in_.getline(buffer.data(), buffer.size());
  auto length = static_cast<std::size_t>(in_.gcount());
  if (in_.bad() || (length == 0 && in_.eof())) return false;
  ++line_;
  if (in_.fail()) throw TooLong();
  if (!in_.eof()) --length;  // gcount includes the newline
  line->assign(buffer.data(), length);
  return true;
}

bool PointReader::ReadUtf16(std::string* line) {
  const std::string_view end =
      mark_[0] == '\xFE' ? std::string_view("\0\n", 2) : std::string_view("\n\0", 2);
  const std::size_t maximum = mark_.size() + 2 * kLongestLine;
  std::string bytes = mark_;
  std::array<char, 2> unit{};
  bool is_complete = false;
  while (!is_complete && in_.read(unit.data(), unit.size())) {
    is_complete = std::string_view(unit.data(), unit.size()) == end;
    if (!is_complete) bytes.append(unit.data(), unit.size());
    if (bytes.size() > maximum) break;
  }
  if (!in_) bytes.append(unit.data(), static_cast<std::size_t>(in_.gcount()));
  if (in_.bad() || (!is_complete && bytes == mark_)) return false;
  ++line_;
  if (bytes.size() > maximum) throw TooLong();
  auto text = DecodedText(std::move(bytes));
  if (!text) throw ErrorAt(line_, "is not valid UTF-16");
  *line = *std::move(text);
  return true;
}

Error PointReader::TooLong() const {
  return ErrorAt(line_, "the line is longer than " + std::to_string(kLongestLine - 1) + " bytes");
}

bool PointReader::IsHeader(const std::vector<std::string_view>& cells) const {
  if (cells.size() < 2 || cells.size() > kNames.size()) return false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string name = ColumnName(cells[i]);
    if (name.empty()) return false;
    const auto known = std::find(kNames.begin(), kNames.end(), name);
    if (known != kNames.end() && *known != kNames[i])
      throw ErrorAt(line_, "the columns must be x,y or x,y,z, in that order");
  }
  return true;
}

void PointReader::Parse(std::string_view line, PointBlock* block) const {
  const auto cells = Cells(line);
  if (cells.size() < 2 || cells.size() > kNames.size())
    throw ErrorAt(line_, "the line must be x,y or x,y,z, got " + Quoted(line));
  std::array<double, 3> point{0, 0, slice_};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto number = ParseNumber(cells[i]);
    if (!number)
      throw ErrorAt(line_, std::string(kNames[i]) + " must be a number, got " + Quoted(cells[i]));
    point[i] = *number;
  }
  block->x.push_back(point[0]);
  block->y.push_back(point[1]);
  block->z.push_back(point[2]);
  block->lines.push_back(line_);
}

}  // namespace cobble
