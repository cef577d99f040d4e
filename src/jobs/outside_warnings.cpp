// Implements OutsideWarnings and OutsideTally.
#include "jobs/outside_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "jobs/metadata.h"
#include "program/program_impl.h"
#include "recipe/fields/world.h"
#include "recipe/images/image_planes.h"
#include "render/probes.h"

namespace cobble {
namespace {

// Shares of samples that are ignored: a few peaks; and what may be meant to be 0 or 1, in maps of
// the recipe and in heights with the range of a preset, whose author has seen them.
constexpr double kMaxPeaks = 0.02, kMaxMeant = 1.0 / 3;
constexpr double kMaxExcess = 0.01;  // how far outside 0..1 samples are ignored
constexpr std::string_view kRootNode = "/noise";

// A map that a picture clamps.
struct ClampedMap {
  const PictureOutput* picture = nullptr;
  PictureMap map;      // the picture's, or a part of its pack
  std::string name{};  // for people: "a", "a in p"
  double share = 0;    // of its samples, 0..1
};

bool IsHeight(const PictureMap& map) { return map.Source().built_in == Map::kHeight; }

// Returns whether the samples of a map can be outside 0..1 in integers. Those of other maps are
// shares, directions, light or within their bounds.
bool MayBeOutside(const PictureMap& map) {
  const PictureMap& source = map.Source();
  if (map.number || source.number || map.weight || !source.parts.empty()) return false;
  if (source.built_in) return source.built_in == Map::kHeight;
  return !map.IsNumberNode() || source.scale == NodeScale::kRange;
}

double IgnoredShare(const Recipe& recipe, const PictureMap& map) {
  if (map.IsNumberNode()) return kMaxPeaks;  // of a range that was asked for
  if (!IsHeight(map)) return kMaxMeant;
  const auto range = recipe.origins.find("/range");
  const bool is_preset = range != recipe.origins.end() && range->second.is_preset;
  return is_preset ? kMaxMeant : kMaxPeaks;
}

// Returns the maps that integers may clamp, each once.
std::vector<ClampedMap> ClampedMaps(const PictureOutput& picture) {
  std::vector<ClampedMap> maps;
  for (const PictureMap& map : picture.maps) {
    if (IsFloat(*picture.format, BitsOf(picture, map))) continue;
    ForParts(map, [&](const PictureMap& part) {
      const bool is_part = !map.parts.empty();
      if (MayBeOutside(part) && std::ranges::count(maps, part, &ClampedMap::map) == 0)
        maps.push_back({&picture, part, is_part ? part.name + " in " + map.name : part.name});
    });
  }
  return maps;
}

// Returns the bounds of the height's values; of an image that it shows, the lowest and highest.
Bounds HeightBounds(const Program& program) {
  const auto& images = program.impl().images;
  const auto root = std::ranges::find(images, kRootNode, &ShownImage::pointer);
  if (root == images.end()) return {program.low(), program.high()};
  return {double{root->plane->low}, double{root->plane->high}};
}

// Returns two numbers of about four digits that enclose the bounds, in the order of the range.
std::array<double, 2> RangeAround(const Recipe& recipe, const Bounds& bounds) {
  constexpr double kTolerance = 1e-6;  // of quotients
  // The two must differ as text.
  double span = std::max(bounds.high - bounds.low, 1e-3 * std::abs(bounds.low));
  if (bounds.low == bounds.high) span = std::max(1.0, std::abs(bounds.low));
  double unit = 1;
  while (1000 * unit > span) unit /= 10;
  while (10000 * unit <= span) unit *= 10;
  std::array<double, 2> range{std::floor(bounds.low / unit + kTolerance) * unit,
                              std::ceil((bounds.low + span) / unit - kTolerance) * unit};
  if (recipe.range.low > recipe.range.high) std::swap(range[0], range[1]);
  return range;
}

Phrase OptionOf(std::string_view key, const std::array<double, 2>& pair) {
  return Phrase::Option(key, fmt::format("{:.7g},{:.7g}", pair[0], pair[1]));
}

// Returns how to store all heights. In a world, the ground stays where it is.
Phrase HeightHint(const Program& program) {
  const Recipe& recipe = program.recipe();
  const auto range = RangeAround(recipe, HeightBounds(program));
  const Phrase use = "use " + OptionOf("range", range);
  if (const auto scale = ValueScaleOf(recipe))
    return use + " with " +
           OptionOf("world.heights", {scale->InMetres(range[0]), scale->InMetres(range[1])});
  return use + (range[0] < range[1] ? " or " + Phrase::Option("range", "fit") : "");
}

Phrase HintFor(const Program& program, const ClampedMap& clamped, const Bounds& bounds) {
  if (IsHeight(clamped.map)) return HeightHint(program);
  const std::string text = fmt::format("{:.4g}..{:.4g}", bounds.low, bounds.high);
  if (clamped.map.is_color)
    return "its bounds are " + text + ": scale it, or use a float format, such as EXR";
  if (!clamped.map.IsNumberNode())
    return "a remap maps its bounds (" + text +
           ") to 0..1, and float formats, such as EXR, keep the values";
  const auto& maps = program.impl().maps;
  const auto node = std::ranges::find(maps, clamped.map.Source().name, &ProgramMap::name);
  return "use " + OptionOf("range", RangeAround(program.recipe(), node->bounds)) +
         ", or leave it out: nodes are stored by their bounds";
}

bool AreInside(const Bounds& samples) {
  return samples.low >= -kMaxExcess && samples.high <= 1 + kMaxExcess;
}

std::string ShareText(double share) { return fmt::format("{:.0f} %", 100 * share); }

// Returns a warning for each map whose share is not to be ignored.
std::vector<Issue> WarningsFor(const Program& program, std::span<const ClampedMap> maps,
                               const HeightRange& range) {
  std::vector<Issue> warnings;
  for (const ClampedMap& each : maps) {
    if (each.share <= IgnoredShare(program.recipe(), each.map)) continue;
    const Bounds bounds = SampleBounds(program, each.map, range);
    if (AreInside(bounds)) continue;
    warnings.push_back(each.picture->label.Warning(
        fmt::format("{} of {} is outside 0..1, and {}", ShareText(each.share), each.name,
                    each.map.is_color ? "clipped" : "stored as black or white"),
        HintFor(program, each, bounds)));
  }
  return warnings;
}

void Measure(const Program& program, const Window& window, const HeightRange& range,
             std::vector<ClampedMap>* maps) {
  std::erase_if(*maps, [&](const ClampedMap& each) {
    return AreInside(SampleBounds(program, each.map, range));
  });
  if (maps->empty()) return;
  std::vector<PictureMap> measured;
  for (const ClampedMap& each : *maps) measured.push_back(each.map);
  const std::vector<double> shares = SharesOutside(program, window, measured, range);
  for (std::size_t k = 0; k < maps->size(); ++k) (*maps)[k].share = shares[k];
}

// Returns a warning if half floats or HDR clamp samples. In: share, of the samples.
std::vector<Issue> FloatWarnings(const PictureOutput& picture, double share) {
  if (share <= kMaxPeaks) return {};
  const bool is_half = picture.bits == 16;
  return {
      picture.label.Warning(fmt::format("{} of {} is {}", ShareText(share), MapNames(picture.maps),
                                        is_half ? "beyond 65504, the largest half float"
                                                : "below 0, which the format stores as 0"),
                            is_half ? "use " + Phrase::Option("bits", "32")
                                    : Phrase("other float formats, such as EXR, keep the values"))};
}

// Returns the smallest window that has both.
Window Union(const Window& a, const Window& b) {
  const int64_t x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.x + a.width, b.x + b.width) - x,
          std::max(a.y + a.height, b.y + b.height) - y};
}

}  // namespace

std::vector<Issue> OutsideWarnings(const Program& program, const Window& window,
                                   std::span<const PictureOutput> pictures,
                                   const HeightRange& range) {
  std::vector<ClampedMap> maps;
  for (const PictureOutput& picture : pictures)
    for (ClampedMap& each : ClampedMaps(picture)) maps.push_back(std::move(each));
  Measure(program, window, range, &maps);
  return WarningsFor(program, maps, range);
}

std::vector<Issue> OutsideWarnings(std::span<const Job> jobs) {
  const Job& first = jobs.front();
  Window window = first.window;
  std::vector<PictureOutput> pictures = first.pictures;
  for (const Job& job : jobs)
    if (job.recipe == first.recipe) window = Union(window, job.window);
  if (window != first.window)
    for (PictureOutput& picture : pictures) picture.label = LabelOfAll(picture);
  const auto program = first.recipe->Compile();
  const HeightRange range = RangeWithin(program->recipe().range, {program->low(), program->high()});
  return OutsideWarnings(*program, window, pictures, range);
}

void OutsideTally::Add(const Job& job, const JobResult& result, const std::string& label) {
  const bool is_tile = job.recipe == open_.recipe;
  if (!is_tile) CloseGroup();
  pictures_.resize(std::max(pictures_.size(), job.pictures.size()));
  const double frames = job.sprites ? static_cast<double>(job.sprites->frames.size()) : 1;
  const double pixels =
      frames * static_cast<double>(job.window.width) * static_cast<double>(job.window.height);
  open_ = {job.recipe,
           is_tile ? Union(open_.window, job.window) : job.window,
           result.range,
           is_tile ? "" : label,
           open_.pixels + pixels,
           open_.jobs + 1};
  for (std::size_t k = 0; k < job.pictures.size(); ++k) {
    pictures_[k].clamped += static_cast<double>(result.bands.clamped_samples[k]);
    if (!is_tile) pictures_[k].open = job.pictures[k];
  }
}

void OutsideTally::CloseGroup() {
  for (Picture& picture : pictures_) {
    const double clamped = std::exchange(picture.clamped, 0);
    if (clamped <= picture.worst * open_.pixels) continue;
    picture.worst = clamped / open_.pixels;
    picture.group = open_;
    picture.output = picture.open;
  }
  open_ = {};
}

std::vector<Issue> OutsideTally::WarningsOf(const Picture& picture) {
  const auto& [recipe, window, range, label, pixels, jobs] = picture.group;
  PictureOutput output = picture.output;
  if (jobs > 1) output.label = LabelOfAll(output);
  const int channels = TotalChannels(output.maps);
  const bool has_floats = std::ranges::any_of(output.maps, [&](const PictureMap& map) {
    return IsFloat(*output.format, BitsOf(output, map));
  });
  if (has_floats) return FloatWarnings(output, picture.worst / channels);
  const auto program = recipe->Compile();
  std::vector<ClampedMap> maps = ClampedMaps(output);
  if (channels > 1) Measure(*program, window, range, &maps);
  for (ClampedMap& each : maps) {
    if (channels == 1) each.share = picture.worst;
    if (jobs > 1) each.name += fmt::format(" in {} tiles", jobs);
  }
  return WarningsFor(*program, maps, range);
}

std::vector<Issue> OutsideTally::Warnings() {
  CloseGroup();
  std::vector<Issue> warnings;
  for (const Picture& picture : pictures_) {
    if (picture.worst <= kMaxPeaks) continue;
    for (Issue& issue : WarningsOf(picture)) {
      issue.variation = picture.group.label;
      warnings.push_back(std::move(issue));
    }
  }
  return warnings;
}

}  // namespace cobble
