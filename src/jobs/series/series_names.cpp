// Fills the placeholders of file names.
#include "jobs/series/series_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cobble/error.h"
#include "core/suggest.h"
#include "jobs/metadata.h"
#include "jobs/series/series_items.h"
#include "output/sink/sink.h"

namespace cobble {
namespace {

constexpr std::string_view kPosition = "_x{x}_y{y}";

// Returns "NAME_TEXT.png" for "NAME.png".
std::string WithText(const std::string& path, const std::string& text) {
  const std::size_t name = path.rfind('/') + 1;  // 0 if there is no slash
  std::size_t end = path.rfind('.');
  const bool has_suffix =
      end != std::string::npos && end >= name && path.find('}', end) == std::string::npos;
  if (!has_suffix) end = path.size();
  return path.substr(0, end) + text + path.substr(end);
}

// Throws Error kUsage if there is no name.
std::string WithTilePosition(const PictureOutput& picture) {
  const std::string name = picture.path.substr(picture.path.rfind('/') + 1);
  if (name.empty() || name == "." || name == "..")
    throw picture.label.Fault(ErrorKind::kUsage, "is a folder", "add a name, as in DIR/NAME.png");
  return WithText(picture.path, std::string(kPosition));
}

bool HasPosition(const NameTemplate& name) { return name.Has("x") || name.Has("y"); }

// Throws Error kUsage if the output is no file that others can be named after.
void CheckHoldsMany(const PictureOutput& picture) {
  std::error_code ignored;
  if (!IsWrittenDirectly(picture.path) || std::filesystem::is_directory(picture.path, ignored))
    return;
  const std::string what = picture.path == "-" ? "standard output" : "a device or a pipe";
  throw picture.label.Fault(ErrorKind::kUsage, what + " holds only one picture", "write to files");
}

}  // namespace

SeriesNames::SeriesNames(const Series& series, std::span<const PictureOutput> pictures)
    : known_(PlaceholderNames(series)) {
  if (!IsSeries(series)) return;
  for (const PictureOutput& picture : pictures) {
    if (MakesMany(series)) CheckHoldsMany(picture);
    NameTemplate name(picture.path, picture.label);
    if (series.tiles && !HasPosition(name))
      name = NameTemplate(WithTilePosition(picture), picture.label);
    const std::string maps = picture.names_maps ? MapNames(picture.maps) + '=' : "";
    Add(series, {std::move(name), picture.label, maps, picture.path});
  }
}

SeriesNames::SeriesNames(const Series& series, const std::string& path)
    : set_(path), known_(PlaceholderNames(series)), is_set_(true) {
  if (!IsSeries(series)) return;
  const OptionValue label{"path", Shown(path)};
  NameTemplate name(path, label);
  if (series.tiles && !HasPosition(name)) name = NameTemplate(path + std::string(kPosition), label);
  Add(series, {std::move(name), label, "", path});
}

void SeriesNames::Add(const Series& series, Name name) {
  if (series.sprites && name.text.Has("frame"))
    throw name.at.Fault(ErrorKind::kUsage, "has {frame}, but one picture has all frames");
  name.text.CheckNames(known_, name.at);
  names_.push_back(std::move(name));
}

void SeriesNames::Apply(const Placeholders& values, std::vector<PictureOutput>* pictures) const {
  for (std::size_t k = 0; k < names_.size(); ++k) {
    PictureOutput& picture = (*pictures)[k];
    names_[k].text.CheckValues(values, picture.label);
    picture.path = names_[k].text.Fill(values);
    if (picture.path != names_[k].path) picture.label = {.value = Shown(picture.path)};
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
    if (!name.Has(each)) missing += "_{" + each + '}';
  const std::string example = maps + (is_set_ ? path + missing : WithText(path, missing));
  return at.Fault(ErrorKind::kUsage, labels + " have the same name",
                  missing.empty() ? Phrase("put a letter between the placeholders")
                                  : "write " + Phrase::Option("path", example));
}

}  // namespace cobble
