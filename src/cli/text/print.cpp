// Prints columns, blocks and Markdown.
#include "cli/text/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <ostream>
#include <span>
#include <sstream>

#include "core/numbers.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxColumn = 48;   // wider cells do not widen their column
constexpr std::size_t kLineWidth = 100;  // of wrapped text

std::string CellText(const JsonTree& cell) {
  if (cell.is_string()) return cell.get<std::string>();
  if (cell.is_number()) return Shortest(cell.get<double>());
  if (cell.is_boolean()) return cell.get<bool>() ? "yes" : "no";
  std::string text;
  if (cell.is_object()) {
    for (const auto& [key, item] : cell.items())
      text += (text.empty() ? "" : "; ") + key + ": " + CellText(item);
  } else {
    for (const JsonTree& item : cell) text += (text.empty() ? "" : ", ") + CellText(item);
  }
  return text;
}

// Returns a row's name and summary, then its details, indented.
std::vector<LabelledText> LinesOf(const JsonTree& row) {
  auto cell = row.begin();
  const std::string name = CellText(*cell++);
  std::vector<LabelledText> lines{{name, CellText(*cell++)}};
  const auto add = [&](const std::string& key, const JsonTree& item) {
    if (std::string text = CellText(item); !text.empty())
      lines.emplace_back("  " + key, std::move(text));
  };
  for (; cell != row.end(); ++cell) {
    if (cell->is_object()) {
      for (const auto& [key, item] : cell->items()) add(key, item);
    } else {
      add(cell.key(), *cell);
    }
  }
  return lines;
}

}  // namespace

void AppendWrapped(const std::string& text, std::size_t column, std::size_t end, std::string* to) {
  std::size_t width = to->size() - (to->rfind('\n') + 1);  // npos + 1 is 0
  std::istringstream words(text);
  words.exceptions(std::ios::badbit);  // rethrows failed allocations
  for (std::string word; words >> word;) {
    if (width > column && width + 1 + word.size() > end) {
      *to += '\n';
      width = 0;
    }
    const std::size_t start = std::max(column, width > 0 ? width + 1 : 0);
    *to += std::string(start - width, ' ') + word;
    width = start + word.size();
  }
  *to += '\n';
}

std::string SixDigits(double number) { return fmt::format("{:.6g}", number + 0.0); }

std::string PrimariesText(const Chromaticities& primaries) {
  if (AreSame(primaries, kRec709)) return std::string(kPrimaries[0]);
  if (AreSame(primaries, kAcesCg)) return std::string(kPrimaries[1]);
  const auto& [red, green, blue, white] = primaries;
  return fmt::format(
      "red {:.4g}, {:.4g}, green {:.4g}, {:.4g}, blue {:.4g}, {:.4g}, white "
      "{:.4g}, {:.4g}",
      red.x, red.y, green.x, green.y, blue.x, blue.y, white.x, white.y);
}

void PrintColumns(const JsonTree& rows, std::ostream& out) {
  std::vector<std::size_t> widths(rows.empty() ? 0 : rows[0].size());
  for (const JsonTree& row : rows) {
    std::size_t column = 0;
    for (const JsonTree& cell : row) {
      std::size_t& width = widths[column++];
      const std::size_t size = CellText(cell).size();
      if (size <= kMaxColumn) width = std::max(width, size);
    }
  }
  for (const JsonTree& row : rows) {
    std::string line;
    std::size_t column = 0;
    for (const JsonTree& cell : row) {
      const std::string text = CellText(cell);
      line += text + std::string(std::max(widths[column++], text.size()) + 2 - text.size(), ' ');
    }
    out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
  }
}

void PrintLabelled(const std::vector<LabelledText>& lines, std::ostream& out) {
  std::size_t widest = 0;
  for (const auto& [label, text] : lines)
    if (label.size() <= kMaxColumn) widest = std::max(widest, label.size());
  std::string page;
  for (const auto& [label, text] : lines) {
    page += label;
    AppendWrapped(text, widest + 2, kLineWidth, &page);
  }
  out << page;
}

void PrintBlocks(const JsonTree& rows, std::ostream& out) {
  std::vector<LabelledText> lines;
  for (const JsonTree& row : rows)
    for (LabelledText& line : LinesOf(row)) lines.push_back(std::move(line));
  PrintLabelled(lines, out);
}

void PrintMarkdown(const JsonTree& rows, std::ostream& out) {
  if (rows.empty()) return;
  std::string heading = "|", rule = "|";
  for (const auto& [key, cell] : rows[0].items()) {
    heading += ' ' + key + " |";
    rule += "---|";
  }
  out << heading << '\n' << rule << '\n';
  for (const JsonTree& row : rows) {
    out << '|';
    bool is_first = true;
    for (const JsonTree& cell : row) {
      const std::string text = CellText(cell);
      out << (is_first ? " `" + text + "` |" : ' ' + MarkdownText(text) + " |");
      is_first = false;
    }
    out << '\n';
  }
}

void PrintMarkdownList(const JsonTree& row, std::ostream& out) {
  const std::vector<LabelledText> lines = LinesOf(row);
  std::string summary = lines.front().second;
  summary[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(summary[0])));
  out << MarkdownText(summary) << ".\n\n";
  for (const auto& [label, text] : std::span(lines).subspan(1))
    out << "- " << std::string_view{label}.substr(2) << ": " << MarkdownText(text) << '\n';
}

std::string MarkdownText(std::string_view text) {
  const auto at = [&](std::size_t i) { return i < text.size() ? text[i] : ' '; };
  const auto in_word = [](unsigned char c) { return std::isalnum(c) != 0; };
  std::string escaped;
  bool is_code = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') is_code = !is_code;
    // A * between spaces and a _ within a word cannot mark emphasis.
    const char before = i > 0 ? at(i - 1) : ' ', after = at(i + 1);
    const bool marks = (text[i] == '*' && (before != ' ' || after != ' ')) ||
                       (text[i] == '_' && !(in_word(before) && in_word(after)));
    if (marks && !is_code) escaped += '\\';
    escaped += text[i];
  }
  return escaped;
}

}  // namespace cobble
