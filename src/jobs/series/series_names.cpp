// Fills the placeholders of file names.
#include "jobs/series/series_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "cobble/error.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "jobs/metadata.h"
#include "jobs/series/series_items.h"
#include "jobs/series/tiles.h"
#include "output/sink/sink.h"
#include "platform/file.h"
#include "platform/path.h"

namespace cobble {
namespace {

constexpr std::string_view kPosition = "_x{x}_y{y}";

// Returns "NAME_TEXT.png" for "NAME.png".
std::string WithText(const std::string& path, const std::string& text) {
  const std::string_view suffix = SuffixOfName(path);
  const bool has_suffix = suffix.find('}') == suffix.npos;
  const std::size_t end = path.size() - (has_suffix ? suffix.size() : 0);
  return path.substr(0, end) + text + path.substr(end);
}

// Throws Error kUsage if the path has no file name.
std::string WithTilePosition(const PictureOutput& picture) {
  const std::string_view name = FileNameOf(picture.path);
  if (name.empty() || name == "." || name == "..")
    throw picture.label.Fault(ErrorKind::kUsage, "is a folder", "add a name, as in DIR/NAME.png");
  return WithText(picture.path, std::string(kPosition));
}

bool HasPosition(const NameTemplate& name) {
  return name.Has("x") || name.Has("y") || name.Has("udim");
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// The number of a frame or a tile as other programs write it. `digits`: 0 if not given.
struct ForeignNumber {
  std::size_t at = 0, length = 0;
  int digits = 0;
};

// Finds "%04d", "%d", "####" and "$F4" in the file name of a path.
std::optional<ForeignNumber> FindForeignNumber(std::string_view name) {
  for (std::size_t at = FolderOf(name).size(); at < name.size(); ++at) {
    std::size_t end = at + 1;
    if (name[at] == '#') {
      while (end < name.size() && name[end] == '#') ++end;
      if (end - at > 1) return ForeignNumber{at, end - at, static_cast<int>(end - at)};
      continue;
    }
    const bool is_houdini = name.substr(at).starts_with("$F");
    if (name[at] != '%' && !is_houdini) continue;
    if (is_houdini) ++end;
    const std::size_t digits = end;
    while (end < name.size() && IsDigit(name[end])) ++end;
    const auto width = name.substr(digits, end - digits);
    if (!is_houdini && (end == name.size() || name[end++] != 'd')) continue;
    const int count = width.size() > 2 ? 0 : static_cast<int>(ParsePadded(width).value_or(0));
    return ForeignNumber{at, end - at, count};
  }
  return std::nullopt;
}

// Finds "<UDIM>", "%(UDIM)d" and "<udim>" in a name.
std::optional<ForeignNumber> FindForeignUdim(std::string_view name) {
  for (const std::string_view word : {"<UDIM>", "<udim>", "%(UDIM)d"})
    if (const std::size_t at = name.find(word); at != name.npos)
      return ForeignNumber{at, word.size()};
  return std::nullopt;
}

// Throws Error kUsage if the output can hold only one picture.
void CheckHoldsMany(const PictureOutput& picture) {
  if (!IsWrittenDirectly(picture.path) || file::IsFolder(picture.path)) return;
  const std::string what = picture.path == "-" ? "standard output" : "a device or a pipe";
  throw picture.label.Fault(ErrorKind::kUsage, what + " holds only one picture", "write to files");
}

}  // namespace

SeriesNames::SeriesNames(const Series& series, std::span<const PictureOutput> pictures,
                         Placeholders knobs)
    : known_(PlaceholderNames(series)), knobs_(std::move(knobs)) {
  for (const PictureOutput& picture : pictures) {
    if (!IsSeries(series)) {
      plain_.push_back(PlainName(picture.path, picture.label, knobs_));
      continue;
    }
    if (MakesMany(series)) CheckHoldsMany(picture);
    NameTemplate name(picture.path, picture.label);
    if (series.tiles && !HasPosition(name))
      name = NameTemplate(WithTilePosition(picture), picture.label);
    const std::string maps = picture.names_maps ? MapNames(picture.maps) + '=' : "";
    Add(series, {std::move(name), picture.label, maps, picture.path});
  }
}

SeriesNames::SeriesNames(const Series& series, const std::string& path, Placeholders knobs)
    : known_(PlaceholderNames(series)), knobs_(std::move(knobs)), is_set_(true) {
  const OptionValue label{"path", Shown(path)};
  set_ = IsSeries(series) ? path : PlainName(path, label, knobs_);
  if (!IsSeries(series)) return;
  NameTemplate name(path, label);
  if (series.tiles && !HasPosition(name)) name = NameTemplate(path + std::string(kPosition), label);
  Add(series, {std::move(name), label, "", path});
}

// Refuses numbers in other programs' form, which may be meant literally, and hints at cobble's.
void SeriesNames::CheckForeign(const Series& series, const Name& name) const {
  const auto answer = [&](const std::optional<ForeignNumber>& number, const std::string& key) {
    if (!number || name.text.Has(key)) return;
    const auto& [at, length, digits] = *number;
    const std::string width = digits > 0 ? fmt::format(":{:02}", digits) : "";
    std::string path = name.path;
    path.replace(at, length, '{' + key + width + '}');
    throw name.at.Fault(
        ErrorKind::kUsage,
        "has " + Quoted(name.path.substr(at, length)) + ", which is not a cobble placeholder",
        "write " + Phrase::Option("path", Shown(name.maps + path)));
  };
  if (series.tiles) answer(FindForeignUdim(name.path), "udim");
  if (series.frames > 0 && !series.sprites) return answer(FindForeignNumber(name.path), "frame");
  if (series.vary.size() == 1) answer(FindForeignNumber(name.path), series.vary.front().path);
}

void SeriesNames::Add(const Series& series, Name name) {
  CheckForeign(series, name);
  if (series.sprites && name.text.Has("frame"))
    throw name.at.Fault(ErrorKind::kUsage, "has {frame}, but one picture has all frames");
  std::vector<std::string> all = known_;
  for (const auto& [knob, value] : knobs_) all.push_back(knob);
  name.text.CheckNames(all, name.at);
  if (name.text.Has("udim")) CheckUdim(*series.tiles);
  names_.push_back(std::move(name));
}

void SeriesNames::Apply(const Placeholders& values, std::span<PictureOutput> pictures) const {
  for (std::size_t k = 0; k < plain_.size(); ++k) pictures[k].path = plain_[k];
  for (std::size_t k = 0; k < names_.size(); ++k) {
    PictureOutput& picture = pictures[k];
    names_[k].text.CheckValues(values, picture.label);
    picture.path = names_[k].text.Fill(values);
    if (picture.path == names_[k].path) continue;
    picture.series = std::exchange(picture.label, {.value = Shown(picture.path)});
  }
}

std::string SeriesNames::FillSet(const Placeholders& values) const {
  if (names_.empty()) return set_;
  names_.front().text.CheckValues(values, {"path", Shown(set_)});
  return names_.front().text.Fill(values);
}

Error SeriesNames::SameName(std::size_t index, const std::string& labels) const {
  const auto& [name, at, maps, path] = names_[std::min(index, names_.size() - 1)];
  std::string missing;
  for (const std::string& each : known_)
    if (!name.Has(each) && each != "udim") missing += "_{" + each + '}';
  const std::string example = maps + (is_set_ ? path + missing : WithText(path, missing));
  return at.Fault(ErrorKind::kUsage, labels + " have the same name",
                  missing.empty() ? Phrase("put a letter between the placeholders")
                                  : "write " + Phrase::Option("path", example));
}

}  // namespace cobble
