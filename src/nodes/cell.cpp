// cell: distances to feature points, with a Poisson-distributed number of points per cell.
#include <algorithm>
#include <array>
#include <cmath>

#include "nodes/shared/noise.h"
#include "noise/cell/cell.h"

namespace cobble::nodes {
namespace {

// Returns the weights of F1 .. F4 equivalent to a function; all 0 for cell-id.
std::array<float, 4> WeightsOf(CellFunction function) {
  if (function == CellFunction::kDifference) return {-1, 1, 0, 0};
  std::array<float, 4> weights{};
  if (function <= CellFunction::kF4) weights[static_cast<std::size_t>(function)] = 1;
  return weights;
}

// Returns the arguments, except the octaves and what Select sets. The function is F1 where weights
// are given.
CellArgs CellArgsOf(const Node& node) {
  CellArgs args;
  args.metric = Choice<Metric>(node, "metric");
  args.limit = LimitOf(node);
  args.thresholds = CountThresholds(node.Number("density"));
  if (node.Has("weights")) {
    args.weights = {};
    std::ranges::transform(node.Numbers("weights"), args.weights.begin(),
                           [](double weight) { return static_cast<float>(weight); });
  } else {
    args.function = Choice<CellFunction>(node, "function");
    args.weights = WeightsOf(args.function);
  }
  return args;
}

Bounds BoundsOfCell(const Node& node, const PictureBox&) {
  const CellArgs args = CellArgsOf(node);
  if (args.offset_axis() >= 0) return kOffsetBounds;
  if (args.is_of_nearest()) return {0, 1};
  return {0, args.limit};
}

bool CellHasSlopes(const Node& node) { return CellArgsOf(node).function != CellFunction::kCellId; }

// Finding a cell's points costs as much as evaluating kCubeCost of them.
double CellEvaluations(const Node& node) {
  constexpr double kCubeCost = 5;
  return PerDimension(node, 2 * ReachOf(node) + 1) * (kCubeCost + node.Number("density"));
}

// Samples the farthest distance that has a weight.
std::optional<Node> CellLimitProbe(const Node& node) {
  const CellArgs args = CellArgsOf(node);
  const auto& weights = args.weights;
  if (args.is_of_nearest()) return {};
  const auto last =
      std::find_if(weights.rbegin(), weights.rend(), [](float weight) { return weight != 0; });
  if (last == weights.rend()) return {};
  Node probe = node;
  probe.values.erase("function");
  NumberList only(static_cast<std::size_t>(weights.rend() - last));
  only.back() = 1;
  probe.values["weights"] = only;
  return probe;
}

// Measured: the tables of grids pay off up to about this step.
double CellMaxGridStep(const Node& node) {
  if (DimensionsOf(node) == 1) return HUGE_VAL;
  return ReachOf(node) == 1 ? 0.3 : 0.08;
}

NoiseKernel MakeCell(const Node& node, KernelRequest request) {
  return Select(std::make_shared<CellArgs>(CellArgsOf(node)), std::move(request), &SelectCell);
}

constexpr Detail kCellDetails[] = {
    {"points", "1 to 9 at random places in every cell"},
    {"distances", "in cells, each limited to limit; 1 / frequency is the width of a cell"},
};

constexpr Detail kCellFunctions[] = {
    {"F1", "distance to the nearest point: dark dots, brightening away from them"},
    {"F2", "distance to the second-nearest point"},
    {"F3", "distance to the third-nearest point"},
    {"F4", "distance to the fourth-nearest point"},
    {"F2-F1", "F2 - F1: 0 along the borders between regions"},
    {"cell-id", "a random value from 0 to 1 for each point, constant in the region of that point"},
    {"u", kOffsetMeaning[0]},
    {"v", kOffsetMeaning[1]},
    {"w", kOffsetMeaning[2]},
};

constexpr Detail kWeights[] = {
    {"sum", "w1 F1 + w2 F2 + w3 F3 + w4 F4, limited to 0..limit; missing weights are 0"},
};

constexpr Detail kDensity[] = {
    {"count",
     "of points in a cell: a Poisson-distributed number with this mean, but at least 1 and at most "
     "9"},
};

std::vector<Requirement> CellRequirements() {
  std::vector<Requirement> requirements = OffsetRequirements();
  requirements.push_back({"function", R"("cell-id")", "limit", {"1"}});
  return requirements;
}

std::vector<Field> CellFields() {
  return NoiseFields(
      {MetricField(),
       ChoiceField("function", Names<CellFunction>(), "\"F1\"",
                   "which value to show, from F1 to F4, the distances to the four nearest points",
                   kCellFunctions),
       {.key = "weights",
        .type = FieldType::kList,
        .minimum = -kLarge,
        .maximum = kLarge,
        .count = 4,
        .excludes = {"function"},
        .default_text = "none (function is used)",
        .help = "weights for a weighted sum of F1 to F4; used instead of function",
        .details = kWeights},
       {.key = "density",
        .minimum = 0.1,
        .maximum = 16,
        .fallback = "4",
        .help = "mean number of points per cell",
        .details = kDensity},
       LimitField()});
}

}  // namespace

NodeType Cell() {
  return {.spec = {.name = "cell",
                   .summary = "distances to random points, with a varying number per cell: "
                              "pebbles, pores, crystals, stars",
                   .details = kCellDetails,
                   .noise =
                       NoiseSpec{.source = "Steven Worley, A Cellular Texture Basis Function, 1996",
                                 .bounds = {0, 1},
                                 .requirements = CellRequirements(),
                                 .limited_bounds = "0..limit"},
                   .arguments = {"frequency", "function"},
                   .fields = CellFields()},
          .noise = NoiseType{.bounds = &BoundsOfCell,
                             .has_slopes = &CellHasSlopes,
                             .limit_probe = &CellLimitProbe,
                             .evaluations = &CellEvaluations,
                             .max_grid_step = &CellMaxGridStep,
                             .make = &MakeCell}};
}

}  // namespace cobble::nodes
