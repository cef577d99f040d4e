// Finds what to warn about.
#include "cli/warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <string_view>

#include "core/suggest.h"
#include "jobs/metadata.h"
#include "recipe/faults.h"
#include "recipe/node_spec.h"
#include "recipe/origins.h"
#include "recipe/trade_words.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxListed = 10;  // unused nodes
constexpr double kMaxLimited = 0.01;    // share of samples at a limit that is ignored
constexpr double kHighestLimit = 3;
constexpr double kWellUsed = 0.7;  // share of 0..1 below which a height looks flat

// Collects the nodes that contribute to the recipe's value.
class UsedNodes {
 public:
  explicit UsedNodes(const Recipe& recipe) : recipe_(recipe) { Visit(recipe.noise); }

  bool IsNamed(const std::string& name) const { return names_.contains(name); }
  bool has_depth() const { return has_depth_; }

 private:
  void Visit(const Node& node);

  const Recipe& recipe_;
  std::set<std::string> names_;
  bool has_depth_ = false;  // some noise depends on the z of the picture's plane
};

// Returns whether a rotation mixes z with x or y.
bool TiltsZ(std::span<const double> rotate) { return rotate[0] != 0 || rotate[1] != 0; }

void UsedNodes::Visit(const Node& node) {
  if (node.Has("dimensions") && node.Number("dimensions") == 3) has_depth_ = true;
  if (node.Has("rotate") && TiltsZ(node.Numbers("rotate"))) has_depth_ = true;
  for (const auto& [key, inputs] : node.inputs)
    for (const Node& input : inputs) Visit(input);
  if (node.type != kRefType) return;
  const std::string& name = node.Text("ref");
  const auto named = recipe_.nodes.find(name);
  if (named != recipe_.nodes.end() && names_.insert(name).second) Visit(named->second);
}

Issue WarningAt(const Recipe& recipe, const std::string& pointer, std::string message,
                std::string hint = {}) {
  return FaultAt(recipe, pointer, std::move(message), std::move(hint)).issues().front();
}

// Returns the map that the last word of a file's name means: "normal" for a/wall_normal.png.
std::optional<Map> MapInName(std::string_view path) {
  path = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
  path = path.substr(0, path.rfind('.'));
  const std::size_t end = path.find_last_of("_-. ");
  return end == path.npos ? std::nullopt : MapOfWord(path.substr(end + 1));
}

}  // namespace

std::vector<Issue> WarningsOf(const Recipe& recipe) {
  const UsedNodes used(recipe);
  std::vector<Issue> warnings;
  std::size_t unused = 0;
  for (const auto& [name, node] : recipe.nodes) {
    if (used.IsNamed(name) || ++unused > kMaxListed) continue;
    warnings.push_back(WarningAt(recipe, ChildPointer("/nodes", name),
                                 "has no effect: no node in use refers to it"));
  }
  if (unused > kMaxListed)
    warnings.push_back({"", fmt::format("{} more nodes have no effect", unused - kMaxListed), ""});
  const Domain& domain = recipe.domain;
  if (domain.slice != 0 && !used.has_depth() && !TiltsZ(domain.rotate))
    warnings.push_back(WarningAt(recipe, "/domain/slice",
                                 "has no effect: no noise has 3 dimensions",
                                 "a noise with 3 dimensions changes from slice to slice"));
  return warnings;
}

std::vector<Issue> MapNameHints(std::span<const PicturePlan> pictures) {
  std::vector<Issue> hints;
  for (const PicturePlan& picture : pictures) {
    const auto map = MapInName(picture.path);
    const bool names_maps = picture.name != "-o " + Shown(picture.path);
    if (!map || names_maps || std::ranges::count(picture.maps, *map) > 0) continue;
    hints.push_back(
        {picture.name, fmt::format("contains {}, not {}", MapNames(picture.maps), Name(*map)),
         fmt::format("for {}, write -o {}={}", Name(*map), Name(*map), Shown(picture.path))});
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
  return {WarningAt(recipe, worst.pointer, std::move(message),
                    worst.limit < kHighestLimit ? "a limit of up to 3 avoids this" : "")};
}

bool WantsRangeHint(const Recipe& recipe, const RunPlan& run, bool is_terminal) {
  const RangeMode mode = recipe.range.mode;
  const bool is_whole = run.window == Window{0, 0, recipe.width, recipe.height};
  return is_terminal && is_whole && mode != RangeMode::kFit && mode != RangeMode::kNone &&
         std::ranges::any_of(run.pictures, [](const PicturePlan& picture) {
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
           "--range fit uses all of it"}};
}

void PrintWarnings(std::span<const Issue> warnings, std::ostream& err) {
  for (const Issue& warning : warnings) err << "cobble: " << warning.Text() << '\n';
}

}  // namespace cobble
