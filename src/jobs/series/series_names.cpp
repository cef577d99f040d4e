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

// Returns "NAME_x{x}_y{y}.png" for "NAME.png". Throws Error kUsage if there is no name.
std::string WithTilePosition(const PictureOutput& picture) {
  const std::string& path = picture.path;
  const std::string name = path.substr(path.rfind('/') + 1);
  if (name.empty() || name == "." || name == "..")
    throw picture.label.Fault(ErrorKind::kUsage, "is a folder", "add a name, as in DIR/NAME.png");
  const std::size_t dot = name.rfind('.');
  const std::size_t end = dot == std::string::npos ? path.size() : path.size() - name.size() + dot;
  return path.substr(0, end) + std::string(kPosition) + path.substr(end);
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
    Add(series, std::move(name), picture.label);
  }
}

SeriesNames::SeriesNames(const Series& series, const std::string& path)
    : set_(path), known_(PlaceholderNames(series)) {
  if (!IsSeries(series)) return;
  const OptionValue label{"path", Shown(path)};
  NameTemplate name(path, label);
  if (series.tiles && !HasPosition(name)) name = NameTemplate(path + std::string(kPosition), label);
  Add(series, std::move(name), label);
}

void SeriesNames::Add(const Series& series, NameTemplate name, const OptionValue& at) {
  if (series.sprites && name.Has("frame"))
    throw at.Fault(ErrorKind::kUsage, "has {frame}, but one picture has all frames");
  name.CheckNames(known_, at);
  templates_.push_back(std::move(name));
}

void SeriesNames::Apply(const Placeholders& values, std::vector<PictureOutput>* pictures) const {
  for (std::size_t k = 0; k < templates_.size(); ++k) {
    PictureOutput& picture = (*pictures)[k];
    templates_[k].CheckValues(values, picture.label);
    picture.path = templates_[k].Fill(values);
    const std::string maps = picture.names_maps ? MapNames(picture.maps) + '=' : "";
    picture.label.value = Shown(maps + picture.path);
  }
}

std::string SeriesNames::FillSet(const Placeholders& values) const {
  if (templates_.empty()) return set_;
  templates_.front().CheckValues(values, {"path", Shown(set_)});
  return templates_.front().Fill(values);
}

std::string SeriesNames::FirstMissing(std::size_t index) const {
  const NameTemplate& name = templates_[std::min(index, templates_.size() - 1)];
  const auto has = [&](const std::string& each) { return name.Has(each); };
  const auto missing = std::ranges::find_if_not(known_, has);
  return missing == known_.end() ? known_.front() : *missing;
}

}  // namespace cobble
