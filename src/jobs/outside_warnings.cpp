// Implements OutsideWarnings and OutsideTally.
#include "jobs/outside_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "jobs/metadata.h"
#include "program/intervals.h"
#include "program/program_impl.h"
#include "recipe/fields/node_tree.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/fields/world.h"
#include "recipe/images/image_place.h"
#include "recipe/images/image_planes.h"
#include "recipe/images/image_world.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"
#include "render/probes.h"

namespace cobble {
namespace {

constexpr double kMaxMeant = 1.0 / 3;  // see IgnoredShare
constexpr double kMaxExcess = 0.01;    // how far outside 0..1 samples are ignored

// A map that a picture clamps.
struct ClampedMap {
  const PictureOutput* picture = nullptr;
  PictureMap map;      // the picture's, or a part of its pack
  std::string name{};  // for people: "a", "a in p"
  double share = 0;    // of its samples, 0..1
};

// What is measured.
struct Rendering {
  const Program& program;
  const Window& window;
  const HeightRange& range;  // of the height
};

bool IsHeight(const PictureMap& map) { return map.Source().built_in == Map::kHeight; }

bool AreInside(const Bounds& samples) {
  return samples.low >= -kMaxExcess && samples.high <= 1 + kMaxExcess;
}

// Returns whether the samples of a map can be outside 0..1 in integers. Those of other maps are
// shares, directions, light or within their bounds.
bool MayBeOutside(const Program& program, const PictureOutput& picture, const PictureMap& map) {
  const PictureMap& source = map.Source();
  if (map.number || source.number || map.weight || !source.parts.empty()) return false;
  const Recipe& recipe = program.recipe();
  const bool is_in_metres = recipe.world || picture.elevation;
  const bool is_meant = recipe.range.mode == RangeMode::kShares && !is_in_metres;
  if (source.built_in) return source.built_in == Map::kHeight && !is_meant;
  if (!map.IsNumberNode() || source.scale == NodeScale::kRange) return true;
  const auto maps = AllMapsOf(program.impl());
  const auto node = std::ranges::find(maps, source.name, &ProgramMap::name);
  return node != maps.end() && node->shown != node->bounds;  // an image beyond its pixels
}

double IgnoredShareOf(const Recipe& recipe, const PictureMap& map) {
  if (map.IsNumberNode()) return kMaxPeaks;  // of a range that was asked for, or an image
  if (IsHeight(map)) return IgnoredShare(recipe, "/noise", {"/range"});
  return IgnoredShare(recipe, ChildPointer("/maps", map.Source().name));
}

// Returns the maps that integers may clamp, each once.
std::vector<ClampedMap> ClampedMaps(const Program& program, const PictureOutput& picture) {
  std::vector<ClampedMap> maps;
  for (const PictureMap& map : picture.maps) {
    if (IsFloat(*picture.format, BitsOf(picture, map))) continue;
    ForParts(map, [&](const PictureMap& part) {
      const bool is_part = !map.parts.empty();
      if (MayBeOutside(program, picture, part) &&
          std::ranges::count(maps, part, &ClampedMap::map) == 0)
        maps.push_back({&picture, part, is_part ? part.name + " in " + map.name : part.name});
    });
  }
  return maps;
}

// Returns the lowest and the highest pixel, of all channels, of the image that a map is, or
// smooths.
std::optional<Bounds> PixelsOf(const Rendering& in, const PictureMap& map) {
  const Recipe& recipe = in.program.recipe();
  const std::string& name = map.Source().name;
  const std::string pointer = map.IsNode() ? PointerOfMap(name) : ChildPointer("/maps", name);
  const Node* const node = IsHeight(map) ? &recipe.noise : NodeAt(recipe, pointer);
  const PlacedImage image = PlacedImageOf(recipe, node);
  std::optional<Bounds> pixels;
  for (const ShownImage& each : in.program.impl().images) {
    if (!image.node || image.is_changed || NodeAt(recipe, each.pointer) != image.node) continue;
    const Bounds plane{double{each.plane->low}, double{each.plane->high}};
    pixels = pixels ? Hull(*pixels, plane) : plane;
  }
  return pixels;
}

// Returns the values that a map is likely to have: its bounds, but where there are images, whose
// bounds allow for what few pictures show, those of samples.
Bounds LikelyValues(const Rendering& in, const PictureMap& map) {
  const Program::Impl& program = in.program.impl();
  const auto maps = AllMapsOf(program);
  const auto found = std::ranges::find(maps, map.name, &ProgramMap::name);
  if (program.images.empty())
    return found == maps.end() ? Bounds{in.program.low(), in.program.high()} : found->bounds;
  const Bounds values = MeasuredValues(in.program, in.window, map, in.range);
  // The samples may have missed the lowest and the highest pixel.
  return Hull(values, PixelsOf(in, map).value_or(values));
}

// Returns whether only the filter of an image, between its pixels, goes outside 0..1: by up to 9/32
// of their span.
bool IsOvershoot(const Rendering& in, const PictureMap& map) {
  const auto pixels = PixelsOf(in, map);
  if (!pixels || !AreInside(SamplesAt(*pixels, in.program, map, in.range))) return false;
  const double beyond = 0.28125 * (pixels->high - pixels->low);
  const Bounds values = MeasuredValues(in.program, in.window, map, in.range);
  return values.low >= pixels->low - beyond && values.high <= pixels->high + beyond;
}

using Pair = std::array<double, 2>;

// Returns two numbers of about four digits that enclose the bounds, in this order or in reverse.
Pair RangeAround(const Bounds& bounds, bool is_reversed) {
  constexpr double kTolerance = 1e-6;  // of quotients
  // The two must differ as text.
  double span = std::max(bounds.high - bounds.low, 1e-3 * std::abs(bounds.low));
  if (bounds.low == bounds.high) span = std::max(1.0, std::abs(bounds.low));
  double unit = 1;
  while (1000 * unit > span) unit /= 10;
  while (10000 * unit <= span) unit *= 10;
  Pair range{std::floor(bounds.low / unit + kTolerance) * unit,
             std::ceil((bounds.low + span) / unit - kTolerance) * unit};
  if (is_reversed) std::swap(range[0], range[1]);
  return range;
}

Phrase OptionOf(std::string_view key, const Pair& pair) {
  return Phrase::Option(key, fmt::format("{:.7g},{:.7g}", pair[0], pair[1]));
}

// Returns the metres at 0 and 1 of a picture in another range, in which the ground stays where it
// is.
Pair ElevationIn(const Pair& range, const Rendering& in, const ClampedMap& clamped) {
  const auto& [keep, low, high] = in.range;
  const auto& [code, lowest, highest] = *clamped.picture->elevation;
  Pair metres{};
  for (const std::size_t end : {0u, 1u}) {
    const double height = keep ? range[end] : (range[end] - low) / (high - low);
    const double sample = clamped.map.invert ? 1 - height : height;
    metres[clamped.map.invert ? 1 - end : end] = lowest + (highest - lowest) * sample;
  }
  return metres;
}

// Returns the scale of an elevation model in the noise of a recipe that states no range, whose
// values are likely to have its units.
std::optional<ValueScale> ScaleOfModelIn(const Program& program) {
  const Recipe& recipe = program.recipe();
  if (!IsAsInPreset(recipe, "/range")) return std::nullopt;
  for (const ShownImage& each : program.impl().images) {
    const SourceImage& image = *recipe.images.at(each.name);
    if (each.pointer.starts_with("/maps") || image.is_srgb() || !image.terrain()) continue;
    if (const auto scale = ScaleOfModel(*image.terrain())) return scale;
  }
  return std::nullopt;
}

// Returns how to store all heights of a recipe with a world.
Phrase WorldHint(Pair range, const ValueScale& scale) {
  if (scale.InMetres(range[1]) < scale.InMetres(range[0])) std::swap(range[0], range[1]);
  return "use " + OptionOf("range", range) + " with " +
         OptionOf("world.heights", {scale.InMetres(range[0]), scale.InMetres(range[1])});
}

// Returns how to store all heights.
Phrase HeightHint(const Rendering& in, const ClampedMap& clamped) {
  const Recipe& recipe = in.program.recipe();
  const Pair range =
      RangeAround(LikelyValues(in, Map::kHeight), recipe.range.low > recipe.range.high);
  if (const auto scale = ValueScaleOf(recipe, Bounds{in.range.low, in.range.high}))
    return WorldHint(range, ScaleOfModelIn(in.program).value_or(*scale));
  const Phrase use = "use " + OptionOf("range", range);
  if (clamped.picture->elevation)
    return use + " with " + OptionOf("elevation", ElevationIn(range, in, clamped));
  return use + (range[0] < range[1] ? " or " + Phrase::Option("range", "fit") : "");
}

// Returns how a map of the recipe becomes 0..1, by its own bounds, inverted or not. Those of images
// are so wide that what they show would be grey.
Phrase RemapHint(const Rendering& in, const PictureMap& map) {
  constexpr std::size_t kMaxShown = 60;
  const Recipe& recipe = in.program.recipe();
  const bool has_images = !in.program.impl().images.empty();
  const Pair range = RangeAround(LikelyValues(in, map), false);
  const auto [low, high] =
      has_images ? Bounds{range[0], range[1]} : SampleBounds(in.program, map, in.range);
  const auto origin = recipe.origins.find(ChildPointer("/maps", map.name));
  const auto text = origin == recipe.origins.end() ? nullptr : origin->second.formula;
  const std::string formula = text && text->size() <= kMaxShown ? *text : "FORMULA";
  const std::string from = has_images ? fmt::format(", [{:.7g}, {:.7g}]", low, high) : "";
  return "use " + Phrase::Option("maps." + map.name, "remap(" + formula + from + ")") +
         fmt::format(", which maps its {} ({:.4g}..{:.4g}) to 0..1, or a float format, such as EXR",
                     has_images ? "values" : "bounds", low, high);
}

Phrase HintFor(const Rendering& in, const ClampedMap& clamped, const Bounds& bounds) {
  if (IsHeight(clamped.map)) return HeightHint(in, clamped);
  const PictureMap& source = clamped.map.Source();
  if (clamped.map.is_color || source.is_color)
    return fmt::format(
        "its bounds are {:.4g}..{:.4g}: scale it, or use a float format, such as EXR", bounds.low,
        bounds.high);
  if (!clamped.map.IsNumberNode()) return RemapHint(in, source);
  if (source.scale == NodeScale::kBounds)
    return "it goes beyond the image's pixels; float formats, such as EXR, keep the values";
  const bool is_reversed = source.node_range.low > source.node_range.high;
  return "use " + OptionOf("range", RangeAround(LikelyValues(in, source), is_reversed)) +
         ", or leave it out: nodes are stored by their bounds";
}

std::string ShareText(double share) { return fmt::format("{:.0f} %", 100 * share); }

// Returns what becomes of a map's samples outside 0..1.
std::string FateOf(const ClampedMap& clamped) {
  if (const auto& elevation = clamped.picture->elevation) {
    const auto [low, high] = std::minmax({elevation->low, elevation->high});
    return fmt::format("stored as {:.7g} or {:.7g} m, the lowest and the highest that it holds",
                       low, high);
  }
  return clamped.map.is_color ? "clipped" : "stored as black or white";
}

// Returns a warning for each map whose share is not to be ignored.
std::vector<Issue> WarningsFor(const Rendering& in, std::span<const ClampedMap> maps) {
  std::vector<Issue> warnings;
  for (const ClampedMap& each : maps) {
    if (each.share <= IgnoredShareOf(in.program.recipe(), each.map)) continue;
    const Bounds bounds = SampleBounds(in.program, each.map, in.range);
    if (AreInside(bounds) || IsOvershoot(in, each.map)) continue;
    warnings.push_back(
        each.picture->label.Warning(fmt::format("{} of {} is outside 0..1, and {}",
                                                ShareText(each.share), each.name, FateOf(each)),
                                    HintFor(in, each, bounds)));
  }
  return warnings;
}

void Measure(const Rendering& in, std::vector<ClampedMap>* maps) {
  std::erase_if(*maps, [&](const ClampedMap& each) {
    return AreInside(SampleBounds(in.program, each.map, in.range));
  });
  if (maps->empty()) return;
  std::vector<PictureMap> measured;
  for (const ClampedMap& each : *maps) measured.push_back(each.map);
  const std::vector<double> shares = SharesOutside(in.program, in.window, measured, in.range);
  for (std::size_t k = 0; k < maps->size(); ++k) (*maps)[k].share = shares[k];
}

// Returns a warning about a range by shares that leaves the height flat.
std::vector<Issue> ShareWarning(const Program& program, const HeightRange& range) {
  constexpr double kTiny = 0.1;
  const Range& given = program.recipe().range;
  if (given.mode != RangeMode::kShares || !program.impl().options.value) return {};
  const double span = std::abs(range.high - range.low);
  if (!std::isfinite(static_cast<float>(1 / span)))
    return {WarningAt(
        program.recipe(), "/range",
        fmt::format("both ends are the value {:.4g}, so the height is 0.5 everywhere", range.low),
        "use other shares, or two numbers")};
  const double number = given.is_share[0] ? given.high : given.low;
  const bool is_one = given.is_share[0] != given.is_share[1];
  const bool is_inside = program.low() <= number && number <= program.high();
  const bool is_far = !is_inside && program.high() - program.low() < kTiny * span;
  if (!is_one || !is_far || number <= 0 || number > 100) return {};
  return {
      WarningAt(program.recipe(), "/range",
                fmt::format("{:.7g} is far from the values of the noise, {:.4g}..{:.4g}, so the "
                            "height is nearly flat",
                            number, program.low(), program.high()),
                fmt::format("for a share, write {:.7g}%", number))};
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

}  // namespace

double IgnoredShare(const Recipe& recipe, std::string_view pointer,
                    std::initializer_list<std::string_view> settings) {
  const Origin* const origin = NearestOrigin(recipe, pointer);
  const auto is_kept = [&](std::string_view each) { return IsAsInPreset(recipe, each); };
  const bool is_meant = origin && origin->is_preset && is_kept(pointer) && is_kept("/nodes") &&
                        std::ranges::all_of(settings, is_kept);
  return is_meant ? kMaxMeant : kMaxPeaks;
}

Window Union(const Window& a, const Window& b) {
  const int64_t x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.x + a.width, b.x + b.width) - x,
          std::max(a.y + a.height, b.y + b.height) - y};
}

std::vector<Issue> OutsideWarnings(const Program& program, const Window& window,
                                   std::span<const PictureOutput> pictures,
                                   const HeightRange& range) {
  const Rendering in{program, window, range};
  std::vector<ClampedMap> maps;
  for (const PictureOutput& picture : pictures)
    for (ClampedMap& each : ClampedMaps(program, picture)) maps.push_back(std::move(each));
  Measure(in, &maps);
  std::vector<Issue> warnings = ShareWarning(program, range);
  std::ranges::move(WarningsFor(in, maps), std::back_inserter(warnings));
  return warnings;
}

void OutsideTally::Add(const Job& job, const JobResult& result, const std::string& label) {
  const bool is_tile = job.recipe == open_.recipe;
  if (!is_tile) CloseGroup();
  const bool has_shares = job.recipe->recipe().range.mode == RangeMode::kShares;
  if (!is_tile && has_shares && shares_.empty()) {
    shares_ = ShareWarning(*job.recipe->Compile(), result.range);
    for (Issue& issue : shares_) issue.variation = label;
  }
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
  std::vector<ClampedMap> maps = ClampedMaps(*program, output);
  const Rendering in{*program, window, range};
  if (channels > 1) Measure(in, &maps);
  for (ClampedMap& each : maps) {
    if (channels == 1) each.share = picture.worst;
    if (jobs > 1) each.name += fmt::format(" in {} tiles", jobs);
  }
  return WarningsFor(in, maps);
}

std::vector<Issue> OutsideTally::Warnings() {
  CloseGroup();
  std::vector<Issue> warnings = std::exchange(shares_, {});
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
