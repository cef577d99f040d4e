// Finds what to warn about in pictures.
#include "jobs/run_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "jobs/admission.h"
#include "jobs/elevation.h"
#include "jobs/ground_warnings.h"
#include "jobs/half_warnings.h"
#include "jobs/image_warnings.h"
#include "jobs/metadata.h"
#include "jobs/outside_warnings.h"
#include "jobs/picture_request.h"
#include "jobs/recipe_warnings.h"
#include "jobs/scale_warnings.h"
#include "jobs/shared_warnings.h"
#include "platform/path.h"
#include "program/program_impl.h"
#include "recipe/fields/picture_maps.h"
#include "recipe/fields/world.h"
#include "recipe/hints/trade_words.h"
#include "recipe/reading/origins.h"
#include "recipe/reading/sphere.h"

namespace cobble {
namespace {

constexpr std::string_view kMapScale = "/curvature/scale";
constexpr double kMaxLimited = 0.01;  // share of samples at a limit that is ignored
constexpr double kHighestLimit = 3;
constexpr double kWellUsed = 0.7;  // share of 0..1 below which a height looks flat

// Returns whether a map, or a part of a pack, is the curvature of the height.
bool HasCurvature(std::span<const PictureMap> maps) {
  return std::ranges::any_of(maps, [](const PictureMap& map) {
    return AnySource(map, [](const auto& source) { return source.built_in == Map::kCurvature; });
  });
}

double IgnoredClipping(const Recipe& recipe, const ClippedCurvature& curvature) {
  if (!recipe.images.empty()) return kMaxPeaks;  // the author of a preset has not seen these
  const std::string pointer = curvature.pointer == kMapScale ? "/noise" : curvature.pointer;
  return IgnoredShare(recipe, pointer, {"/range", "/normal/strength", "/curvature", "/world"});
}

// Returns the hint for a noise whose distances reach a limit below the highest.
Phrase LimitHint(const Recipe& recipe, const LimitedDistances& worst) {
  if (worst.limit >= kHighestLimit) return {};
  const auto type = recipe.origins.find("/noise/type");
  const bool is_flag = type != recipe.origins.end() && type->second.is_flag;
  if (worst.pointer != "/noise/limit" || !is_flag) return "raise \"limit\" (at most 3)";
  return worst.limit < 2 ? "use " + Phrase::Option("noise.limit", "2") + " (at most 3)"
                         : "use " + Phrase::Option("noise.limit", "3");
}

// Returns whether a word on its own clearly means a map, as "raw" and "gradient" do not.
bool IsClearMapWord(std::string_view word) {
  constexpr std::array<std::string_view, 7> kWords{"normal", "normals",   "normalmap",       "nrm",
                                                   "ao",     "occlusion", "ambientocclusion"};
  return std::ranges::count(kWords, word) > 0;
}

// Returns the map that a file's name without separators means: "normal", "MarbleNormal".
std::optional<Map> MapInWord(std::string_view name) {
  const std::string text = LowerCase(name);
  const std::string_view lower = text;
  if (IsClearMapWord(lower)) return MapOfWord(lower);
  for (std::size_t at = 1; at < name.size(); ++at) {
    const bool starts_word = name[at] != lower[at] && name[at - 1] == lower[at - 1];
    const std::string_view last = lower.substr(at);
    if (starts_word && IsClearMapWord(last)) return MapOfWord(last);
  }
  return std::nullopt;
}

// Returns the map that the last word of a file's name means: "normal" for a/wall_normal.png, and
// "color" for wall_albedo.png if the recipe has it. Else empty.
std::string_view MapInName(const Recipe& recipe, std::string_view path) {
  path = FileNameOf(path);
  path.remove_suffix(SuffixOfName(path).size());
  const std::size_t end = path.find_last_of("_-. ");
  const std::string_view last = path.substr(end == path.npos ? 0 : end + 1);
  const std::string_view material = last == "metal" ? "" : MaterialMapOfWord(last);
  if (recipe.maps.contains(material)) return material;
  if (path.ends_with("_n") || path.ends_with("_N")) return Name(Map::kNormal);
  auto map = end == path.npos ? std::nullopt : MapOfWord(last);
  if (!map) map = MapInWord(last);
  return map ? Name(*map) : "";
}

// Returns whether the range would change how a picture shows the map.
bool NeedsRange(const Program& program, const PictureMap& map) {
  const Range& range = program.recipe().range;
  const auto maps = AllMapsOf(program.impl());
  const auto node = std::ranges::find(maps, map.Source().name, &ProgramMap::name);
  const bool is_same = range.mode == RangeMode::kFixed && node != maps.end() &&
                       node->shown == Bounds{range.low, range.high};
  return map.IsNumberNode() && map.Source().scale != NodeScale::kRange && !is_same;
}

// Warns of a range that is given, but not used by the nodes among the pictures' maps.
std::vector<Issue> RangeWarning(const Program& program, std::span<const PictureOutput> pictures) {
  const Recipe& recipe = program.recipe();
  const std::vector<PictureMap> maps = MapsOf(pictures);
  const auto needs_range = [&](const PictureMap& map) { return NeedsRange(program, map); };
  const auto node = std::ranges::find_if(maps, needs_range);
  if (!IsGiven(recipe, "/range") || node == maps.end()) return {};
  const std::string stored =
      "nodes are stored from 0 to 1 by their bounds, and by their values in float formats";
  const std::string not_for = "does not count for " + node->name + ": ";
  if (std::ranges::all_of(maps, &PictureMap::IsNode))  // a world has its heights by the range
    return {
        WarningAt(recipe, "/range", (recipe.world ? not_for : "has no effect: ") + stored,
                  recipe.range.mode == RangeMode::kShares
                      ? Phrase("shares count for a node that is written alone")
                      : "two numbers count for nodes, as in " + Phrase::Option("range", "-1,1"))};
  if (recipe.range.mode != RangeMode::kFixed) return {};
  return {WarningAt(recipe, "/range", not_for + "beside other maps, " + stored,
                    "two numbers count for nodes that are written alone")};
}

// Returns a warning if a picture is a pack with the map ao of a sphere.
std::vector<Issue> AoWarning(const Recipe& recipe, std::span<const PictureOutput> pictures) {
  const auto counts_as_1 = [&](const PackPart& part) { return CountsAs1(recipe, part.map); };
  for (const PictureOutput& picture : pictures)
    for (const PictureMap& map : picture.maps) {
      const auto pack = recipe.packs.find(map.name);
      if (pack == recipe.packs.end() || std::ranges::none_of(pack->second, counts_as_1)) continue;
      return {picture.label.Warning(
          fmt::format("ao is 1 everywhere in {}: it {}", map.name, SurfaceMisfit(recipe)))};
    }
  return {};
}

std::vector<Issue> JobWarnings(const RenderRun& run, const Job& job) {
  const Recipe& recipe = job.recipe->recipe();
  const std::shared_ptr<const Program> program = job.recipe->Compile();
  std::vector<Issue> warnings =
      PictureWarnings(*program, job.window, job.pictures, run.sets.empty());
  const auto add = [&](const std::vector<Issue>& more) {
    warnings.insert(warnings.end(), more.begin(), more.end());
  };
  add(FineImageWarning(*program));
  add(MapNameHints(recipe, job.pictures));
  for (const PictureOutput& picture : job.pictures) add(ElevationWarning(picture.elevation));
  add(PlaceWarnings(recipe, job.pictures, job.anchor, run.vrt.has_value()));
  return warnings;
}

}  // namespace

std::vector<Issue> PictureWarnings(const Program& program, const Window& window,
                                   std::span<const PictureOutput> pictures, bool has_free_size) {
  const Recipe& recipe = program.recipe();
  const std::vector<PictureMap> maps = MapsOf(pictures);
  std::vector<Issue> warnings = WarningsOf(recipe, NamesOf(maps));
  const int64_t halo = HaloOf(recipe, maps).pixels;
  for (const auto& more :
       {FineWarnings(program), ImageWarnings(program, window, halo, has_free_size),
        RangeWarning(program, pictures), HalfFloatWarnings(program, pictures),
        AoWarning(recipe, pictures)})
    warnings.insert(warnings.end(), more.begin(), more.end());
  return warnings;
}

std::vector<Issue> WarningsOf(const RenderRun& run) {
  std::vector<Issue> warnings = run.warnings;
  SharedWarnings shared;
  for (std::size_t k = 0; k < run.jobs.size(); ++k)
    if (run.IsFirstOfItem(k)) shared.Add(k, run.ItemOf(k), JobWarnings(run, run.jobs[k]));
  std::ranges::move(shared.Issues(), std::back_inserter(warnings));
  if (!run.sets.empty())
    std::ranges::copy(run.sets.front()->warnings(), std::back_inserter(warnings));
  return warnings;
}

std::vector<ClippedCurvature> ClippedCurvatures(const Program& program, const Window& window,
                                                std::span<const PictureMap> maps,
                                                const HeightRange& range) {
  std::vector<ClippedCurvature> clipped = ClippedNodes(program, window, range);
  if (!HasCurvature(maps)) return clipped;
  const std::vector<ClippedCurvature> map = ClippedMap(program, window, range);
  clipped.insert(clipped.end(), map.begin(), map.end());
  return clipped;
}

std::vector<Issue> ClipWarning(const Recipe& recipe, std::span<const ClippedCurvature> clipped) {
  const ClippedCurvature* found = nullptr;
  for (const ClippedCurvature& each : clipped)
    if (each.share > IgnoredClipping(recipe, each) && (!found || each.share > found->share))
      found = &each;
  if (!found) return {};
  const ClippedCurvature& worst = *found;
  const bool is_map = worst.pointer == kMapScale;
  const std::string share = fmt::format("{:.0f} % of the picture", 100 * worst.share);
  const std::string scale = Readable(worst.fitting);
  const Origin* const origin = NearestOrigin(recipe, worst.pointer);
  const std::string key = origin && origin->formula ? "scale=" : "\"scale\": ";
  return FaultAt(recipe, worst.pointer,
                 is_map ? "the map curvature is clipped to black or white in " + share
                        : "the curvature is clipped to -1 or 1 in " + share,
                 (is_map ? Phrase::Option("curvature.scale", scale) : Phrase(key + scale)) +
                     " clips about 1 %")
      .issues();
}

std::vector<Issue> ClampWarnings(const Program& program, const Window& window,
                                 std::span<const PictureOutput> pictures,
                                 const HeightRange& range) {
  const auto clipped = ClippedCurvatures(program, window, MapsOf(pictures), range);
  std::vector<Issue> warnings = ClipWarning(program.recipe(), clipped);
  std::ranges::move(OutsideWarnings(program, window, pictures, range),
                    std::back_inserter(warnings));
  return warnings;
}

std::vector<Issue> ClampWarnings(std::span<const Job> jobs) {
  const Job& first = jobs.front();
  Window window = first.window;
  std::vector<PictureOutput> pictures = first.pictures;
  for (const Job& job : jobs)
    if (job.recipe == first.recipe) window = Union(window, job.window);
  if (window != first.window)
    for (PictureOutput& picture : pictures) picture.label = LabelOfAll(picture);
  const auto program = first.recipe->Compile();
  return ClampWarnings(*program, window, pictures, LikelyRange(*program));
}

std::vector<Issue> LookWarnings(const Recipe& recipe, const std::string& map,
                                const std::optional<Bounds>& node_range) {
  const std::string name = map.empty() ? std::string(Name(Map::kLit)) : map;
  try {
    PictureOutput picture;
    picture.label = {"map", Shown(name)};
    picture.format = FindFormat("png");
    picture.maps = {MapNamed(recipe, picture.label, {}, name)};
    picture.bits = 8;
    ScaleNodes(node_range, {&picture, 1});
    const Program program = Program::Compile(recipe, OptionsFor(recipe, {&picture, 1}));
    const Window whole{0, 0, recipe.width, recipe.height};
    std::vector<Issue> warnings = PictureWarnings(program, whole, {&picture, 1}, true);
    std::ranges::move(ClampWarnings(program, {}, {&picture, 1}, LikelyRange(program)),
                      std::back_inserter(warnings));
    return warnings;
  } catch (const Error&) {  // reported where it is shown
    return WarningsOf(recipe, {&name, 1});
  }
}

std::vector<Issue> MapNameHints(const Recipe& recipe, std::span<const PictureOutput> pictures) {
  std::vector<Issue> hints;
  for (const PictureOutput& picture : pictures) {
    const std::string_view map = MapInName(recipe, picture.path);
    const auto has_map = [&](const PictureMap& each) {
      return AnySource(each, [&](const PictureMap& source) { return source.name == map; });
    };
    if (map.empty() || picture.names_maps || std::ranges::any_of(picture.maps, has_map)) continue;
    const OptionValue& label = LabelOfAll(picture);
    hints.push_back(
        label.Warning(fmt::format("contains {}, not {}", MapNames(picture.maps), map),
                      fmt::format("for {}, write ", map) +
                          Phrase::Option("path", fmt::format("{}={}", map, label.value))));
  }
  return hints;
}

std::vector<LimitedDistances> LimitedNoises(const Program& program, const Window& window) {
  std::vector<LimitedDistances> limited = MeasureLimits(program, window);
  std::erase_if(limited, [](const LimitedDistances& each) { return each.share <= kMaxLimited; });
  return limited;
}

std::vector<Issue> LimitWarning(const Recipe& recipe, std::span<const LimitedDistances> limited) {
  if (limited.empty()) return {};
  const LimitedDistances& worst = *std::ranges::max_element(limited, {}, &LimitedDistances::share);
  std::string message =
      fmt::format("distances reach the limit of {} in {:.0f} % of the picture, which flattens it",
                  worst.limit, 100 * worst.share);
  if (limited.size() > 1) message += fmt::format("; so do those of {} more", limited.size() - 1);
  return FaultAt(recipe, worst.pointer, std::move(message), LimitHint(recipe, worst)).issues();
}

bool WantsRangeHint(const Recipe& recipe, const Job& job) {
  const RangeMode mode = recipe.range.mode;
  const auto range = recipe.origins.find("/range");
  if (range != recipe.origins.end() && !range->second.is_preset) return false;
  const bool is_whole = job.window == Window{0, 0, recipe.width, recipe.height};
  return is_whole && !FindsRange(recipe.range) && mode != RangeMode::kNone &&
         std::ranges::any_of(job.pictures, [](const PictureOutput& picture) {
           return std::ranges::count(picture.maps, Map::kHeight) > 0;
         });
}

std::vector<Issue> RangeHint(const Statistics& values, const HeightRange& range) {
  const auto height = [&](double value) {
    return std::clamp((value - range.low) / (range.high - range.low), 0.0, 1.0);
  };
  if (range.keep || range.low == range.high || values.minimum == values.maximum) return {};
  const auto [low, high] = std::minmax({height(values.minimum), height(values.maximum)});
  if (high - low >= kWellUsed) return {};
  return {{"", fmt::format("the height uses only {:.2f} to {:.2f} of 0..1", low, high),
           Phrase::Option("range", "fit") + " uses all of it"}};
}

}  // namespace cobble
