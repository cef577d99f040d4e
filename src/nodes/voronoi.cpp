// voronoi: distances to feature points in cells.
#include "noise/voronoi/voronoi.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "nodes/shared/noise.h"

namespace cobble::nodes {
namespace {

// Edges and smooth distances need the Euclidean metric; only F1 can be smoothed.
std::vector<Requirement> Requirements() {
  std::vector<Requirement> requirements{{"smooth", "", "function", {R"("F1")"}},
                                        {"smooth", "", "metric", {R"("euclidean")"}},
                                        {"smooth", "", "limit", {"1"}},
                                        {"function", R"("edge")", "metric", {R"("euclidean")"}},
                                        {"function", R"("edge")", "limit", {"1"}},
                                        {"function", R"("cell-id")", "limit", {"1"}}};
  std::ranges::copy(OffsetRequirements(), std::back_inserter(requirements));
  return requirements;
}

constexpr Detail kVoronoiDetails[] = {
    {"points",
     "two in every cell, one if dimensions is 1; random; jitter below 1 pulls them to its centre"},
    {"distances", "in cells, each limited to limit; 1 / frequency is the width of a cell"},
};

constexpr Detail kVoronoiFunctions[] = {
    {"F1", "distance to the nearest point: dark dots, brightening away from them"},
    {"F2", "distance to the second-nearest point"},
    {"F2-F1", "F2 - F1: 0 along the borders between regions"},
    {"F1+F2", "(F1 + F2) / 2"},
    {"F1*F2", "F1 * F2"},
    {"F1/F2", "F1 / F2, 0 if F2 is 0: 1 along the borders between regions"},
    {"cell-id", "a random value from 0 to 1 for each point, constant in the region of that point"},
    {"edge",
     "distance to the border of the nearest point's region: the minimum over all other points q of "
     "dot((p + q)/2, (q - p)/length(q - p)), p = the nearest point, p and q relative to the "
     "position"},
    {"u", kOffsetMeaning[0]},
    {"v", kOffsetMeaning[1]},
    {"w", kOffsetMeaning[2]},
};

constexpr Detail kSmooth[] = {
    {"none", "F1 itself"},
    {"lse",
     "S(d) of d = -ln(sum of exp(-10 d_i)) / 10 over the distances d_i, limited to 0..1; S(t) = "
     "t^2 (3 - 2 t)"},
    {"poly",
     "S(d) of d = 2, then d = min(d, d_i) - h^2/16 for each distance d_i, h = max(1 - abs(d - "
     "d_i)/0.25, 0); limited to 0..1"},
};

// Returns the arguments, except the octaves and what Select sets.
VoronoiArgs VoronoiArgsOf(const Node& node) {
  VoronoiArgs args;
  args.metric = Choice<Metric>(node, "metric");
  args.function = Choice<VoronoiFunction>(node, "function");
  args.smooth = Choice<Smooth>(node, "smooth");
  args.jitter = static_cast<float>(node.Number("jitter"));
  args.limit = LimitOf(node);
  return args;
}

Bounds BoundsOfVoronoi(const Node& node, const PictureBox&) {
  const VoronoiArgs args = VoronoiArgsOf(node);
  const double limit = args.limit;
  switch (args.function) {
    case VoronoiFunction::kF1:
    case VoronoiFunction::kF2:
    case VoronoiFunction::kDifference:
    case VoronoiFunction::kMean:
      return {0, limit};
    case VoronoiFunction::kProduct:
      return {0, limit * limit};
    case VoronoiFunction::kQuotient:
    case VoronoiFunction::kCellId:
    case VoronoiFunction::kEdge:
      break;
    case VoronoiFunction::kU:
    case VoronoiFunction::kV:
    case VoronoiFunction::kW:
      return kOffsetBounds;
  }
  return {0, 1};
}

bool VoronoiHasSlopes(const Node& node) {
  return VoronoiArgsOf(node).function != VoronoiFunction::kCellId;
}

// Cells have two points, or one in 1D. Edges and smooth distances search two cells away.
double VoronoiEvaluations(const Node& node) {
  const VoronoiArgs args = VoronoiArgsOf(node);
  const double points = DimensionsOf(node) == 1 ? 1 : 2;
  const double near = points * PerDimension(node, 2 * ReachOf(node) + 1);
  const double far = points * PerDimension(node, 5);
  if (args.smooth != Smooth::kNone) return far;
  return args.function == VoronoiFunction::kEdge ? near + far : near;
}

// Samples the farther of the distances that the function uses.
std::optional<Node> VoronoiLimitProbe(const Node& node) {
  const VoronoiArgs args = VoronoiArgsOf(node);
  if (args.function >= VoronoiFunction::kCellId || args.smooth != Smooth::kNone) return {};
  const auto farthest =
      args.function == VoronoiFunction::kF1 ? VoronoiFunction::kF1 : VoronoiFunction::kF2;
  Node probe = node;
  probe.values["function"] = std::string(Name(farthest));
  return probe;
}

// Measured: the tables of grids pay off up to about this step.
double VoronoiMaxGridStep(const Node& node) { return DimensionsOf(node) == 1 ? HUGE_VAL : 1.2; }

NoiseKernel MakeVoronoi(const Node& node, KernelRequest request) {
  return Select(std::make_shared<VoronoiArgs>(VoronoiArgsOf(node)), std::move(request),
                &SelectVoronoi);
}

std::vector<Field> VoronoiFields() {
  return NoiseFields(
      {MetricField(),
       ChoiceField("function", Names<VoronoiFunction>(), "\"F1\"",
                   "which value to show, from F1 and F2, the distances to the nearest and "
                   "second-nearest point",
                   kVoronoiFunctions),
       ChoiceField("smooth", Names<Smooth>(), "\"none\"",
                   "smooths the creases of F1; requires the euclidean metric", kSmooth),
       NumberField(
           "jitter", {0, 1}, "1",
           "random displacement of points from their cells' centres; 0 gives a regular grid"),
       LimitField()});
}

}  // namespace

NodeType Voronoi() {
  return {
      .spec = {.name = "voronoi",
               .summary =
                   "distances to random points in cells: stones, cracks, scales, walls, mosaics",
               .details = kVoronoiDetails,
               .noise = NoiseSpec{"Steven Worley, A Cellular Texture Basis Function, 1996; Inigo "
                                  "Quilez, Voronoi edges, 2012, Smooth Voronoi, 2014",
                                  {0, 1},
                                  Requirements(),
                                  "0..limit, for F1*F2 0..limit^2"},
               .arguments = {"frequency", "function"},
               .fields = VoronoiFields()},
      .noise = NoiseType{.bounds = &BoundsOfVoronoi,
                         .has_slopes = &VoronoiHasSlopes,
                         .limit_probe = &VoronoiLimitProbe,
                         .evaluations = &VoronoiEvaluations,
                         .max_grid_step = &VoronoiMaxGridStep,
                         .make = &MakeVoronoi}};
}

}  // namespace cobble::nodes
