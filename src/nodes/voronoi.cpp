// voronoi: distances to feature points in cells.
#include "noise/voronoi/voronoi.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "nodes/noise.h"

namespace cobble::nodes {
namespace {

// Edges and smooth distances are only defined for the Euclidean metric, and only F1 can be
// smoothed.
void Check(const Node& node, const NoiseType::Report& report) {
  const auto require = [&](std::string_view key, std::string_view required,
                           const std::string& condition) {
    if (node.Text(key) == required) return;
    report(key,
           "must be " + Quoted(required) + " if " + condition + ", got " + Quoted(node.Text(key)));
  };
  const auto require_limit = [&](const std::string& condition) {
    if (node.Number("limit") == 1) return;
    report("limit", "must be 1 if " + condition + ", got " + Shortest(node.Number("limit")));
  };
  const std::string_view euclidean = Name(Metric::kEuclidean);
  if (node.Text("smooth") != Name(Smooth::kNone)) {
    require("function", Name(VoronoiFunction::kF1), "\"smooth\" is set");
    require("metric", euclidean, "\"smooth\" is set");
    require_limit("\"smooth\" is set");
  } else if (node.Text("function") == Name(VoronoiFunction::kEdge)) {
    require("metric", euclidean, "\"function\" is \"edge\"");
    require_limit("\"function\" is \"edge\"");
  } else if (node.Text("function") == Name(VoronoiFunction::kCellId)) {
    require_limit("\"function\" is \"cell-id\"");
  }
}

Bounds BoundsOf(const Node& node) {
  const double limit = node.Number("limit");
  switch (Choice<VoronoiFunction>(node, "function")) {
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
  }
  return {0, 1};
}

bool HasSlopes(const Node& node) { return node.Text("function") != Name(VoronoiFunction::kCellId); }

// Cells have two points, or one in 1D. Edges and smooth distances search two cells away.
double Evaluations(const Node& node) {
  const double points = DimensionsOf(node) == 1 ? 1 : 2;
  const double near = points * PerDimension(node, 2 * ReachOf(node) + 1);
  const double far = points * PerDimension(node, 5);
  if (node.Text("smooth") != Name(Smooth::kNone)) return far;
  return node.Text("function") == Name(VoronoiFunction::kEdge) ? near + far : near;
}

// Samples the farther of the distances that the function uses.
std::optional<Node> LimitProbe(const Node& node) {
  const auto function = Choice<VoronoiFunction>(node, "function");
  if (function == VoronoiFunction::kCellId || function == VoronoiFunction::kEdge) return {};
  if (node.Text("smooth") != Name(Smooth::kNone)) return {};
  const auto farthest =
      function == VoronoiFunction::kF1 ? VoronoiFunction::kF1 : VoronoiFunction::kF2;
  Node probe = node;
  probe.values["function"] = std::string(Name(farthest));
  probe.values["octaves"] = 1.0;
  return probe;
}

NoiseKernel Make(const Node& node, std::vector<Octave> octaves, const KernelRequest& request) {
  auto args = std::make_shared<VoronoiArgs>();
  args->metric = Choice<Metric>(node, "metric");
  args->function = Choice<VoronoiFunction>(node, "function");
  args->smooth = Choice<Smooth>(node, "smooth");
  args->jitter = static_cast<float>(node.Number("jitter"));
  args->limit = static_cast<float>(node.Number("limit"));
  return Select(std::move(args), node, std::move(octaves), request, &SelectVoronoi);
}

std::vector<Field> Fields() {
  return NoiseFields(
      {MetricField(),
       {.key = "function",
        .type = FieldType::kChoice,
        .choices = Names<VoronoiFunction>(),
        .fallback = "\"F1\"",
        .flag = "--function",
        .help = "F1 and F2: distance to the nearest and second-nearest point; cell-id: a random "
                "value per point; edge: distance to the border of the nearest point's region"},
       {.key = "smooth",
        .type = FieldType::kChoice,
        .choices = Names<Smooth>(),
        .fallback = "\"none\"",
        .flag = "--smooth",
        .help = "smooths the creases of F1; requires the euclidean metric"},
       {.key = "jitter",
        .minimum = 0,
        .maximum = 1,
        .fallback = "1",
        .flag = "--jitter",
        .help = "random displacement of points from their cells' centres; 0 gives a regular grid"},
       LimitField()});
}

}  // namespace

const NodeType& Voronoi() {
  static const NoiseType noise{.check = &Check,
                               .bounds = &BoundsOf,
                               .has_slopes = &HasSlopes,
                               .limit_probe = &LimitProbe,
                               .evaluations = &Evaluations,
                               .make = &Make};
  static const NodeType type{
      .spec = {.name = "voronoi",
               .summary = "distances to random points in cells: stones, cracks, scales, walls, "
                          "mosaics",
               .noise = NoiseSpec{"Steven Worley, A Cellular Texture Basis Function, 1996; Inigo "
                                  "Quilez, Voronoi edges, 2012, Smooth Voronoi, 2014",
                                  {0, 1}},
               .fields = Fields()},
      .noise = &noise};
  return type;
}

}  // namespace cobble::nodes
