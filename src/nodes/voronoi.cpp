// voronoi: distances to points scattered in cells.
#include "noise/voronoi/voronoi.h"
#include "core/suggest.h"
#include "nodes/noise.h"

namespace cobble::nodes {
namespace {

// Walls and smooth minima are measured by the straight distance alone, and only F1 is smoothed.
void Check(const Node& node, const NoiseType::Report& report) {
  const auto demand = [&](std::string_view key, std::string_view only, const std::string& where) {
    if (node.Text(key) == only) return;
    report(key, "must be " + Quoted(only) + " where " + where + ", got " + Quoted(node.Text(key)));
  };
  const std::string_view euclidean = Name(Metric::kEuclidean);
  if (node.Text("smooth") != Name(Smooth::kNone)) {
    demand("function", Name(VoronoiFunction::kF1), "smooth is used");
    demand("metric", euclidean, "smooth is used");
  } else if (node.Text("function") == Name(VoronoiFunction::kEdge)) {
    demand("metric", euclidean, "function is \"edge\"");
  }
}

Bounds BoundsOf(const Node&) { return {0, 1}; }

bool HasSlopes(const Node& node) { return node.Text("function") != Name(VoronoiFunction::kCellId); }

// Two points a cell, but one in one dimension; the walls and smooth minima look two cells far.
double Evaluations(const Node& node) {
  const double points = DimensionsOf(node) == 1 ? 1 : 2;
  const double near = points * PerDimension(node, 3), far = points * PerDimension(node, 5);
  if (node.Text("smooth") != Name(Smooth::kNone)) return far;
  return node.Text("function") == Name(VoronoiFunction::kEdge) ? near + far : near;
}

NoiseKernel Make(const Node& node, std::vector<Octave> octaves, const KernelRequest& request) {
  auto args = std::make_shared<VoronoiArgs>();
  args->metric = Choice<Metric>(node, "metric");
  args->function = Choice<VoronoiFunction>(node, "function");
  args->smooth = Choice<Smooth>(node, "smooth");
  args->jitter = static_cast<float>(node.Number("jitter"));
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
        .help = "what is made of the distances F1 and F2 to the two nearest points; cell-id: a "
                "number for each point's cell, edge: the distance to the cell's wall"},
       {.key = "smooth",
        .type = FieldType::kChoice,
        .choices = Names<Smooth>(),
        .fallback = "\"none\"",
        .flag = "--smooth",
        .help = "F1 without creases, of euclidean distances"},
       {.key = "jitter",
        .minimum = 0,
        .maximum = 1,
        .fallback = "1",
        .flag = "--jitter",
        .help = "how far points stray from their cells' middles"}});
}

}  // namespace

const NodeType& Voronoi() {
  static const NoiseType noise{.check = &Check,
                               .bounds = &BoundsOf,
                               .has_slopes = &HasSlopes,
                               .evaluations = &Evaluations,
                               .make = &Make};
  static const NodeType type{
      .spec = {.name = "voronoi",
               .summary = "distances to points scattered in cells: stones, cracks, scales, walls, "
                          "mosaics",
               .noise = NoiseSpec{"Steven Worley, A Cellular Texture Basis Function, 1996; Inigo "
                                  "Quilez, Voronoi edges, 2012, Smooth Voronoi, 2014",
                                  {0, 1}},
               .fields = Fields()},
      .noise = &noise};
  return type;
}

}  // namespace cobble::nodes
