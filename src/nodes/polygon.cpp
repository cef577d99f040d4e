// polygon: one regular polygon around the middle.

#include "core/math.h"
#include "nodes/shared/shapes.h"

namespace cobble::nodes {
namespace {

// Comparing a side costs less than evaluating a noise.
double PolygonEvaluations(const Node& node) { return 1 + node.Number("sides") / 8; }

Extent ExtentOf(const Node& node) { return {node.Number("radius"), "radius"}; }

void SetPolygon(const Node& node, ShapeArgs* args) {
  args->sides = static_cast<int>(node.Number("sides"));
  const auto [sin, cos] = SinCosTurns(0.5 / args->sides);
  SetSize(node, cos, cos, args);
  args->inner_half_side = ToFloat((cos - args->bevel) * sin / cos);
  for (int s = 0; s < args->sides; ++s) {
    // Between two corners; the first corner is above the middle.
    const SinCos normal = SinCosTurns((s + 0.5) / args->sides - 0.25);
    args->normal[s][0] = ToFloat(normal.cos);
    args->normal[s][1] = ToFloat(normal.sin);
  }
  args->rate = 1 / node.Number("radius");
}

constexpr Detail kPolygonDetails[] = {
    {"corners", "sides corners at a distance of radius from (0, 0), one of them straight above"},
    kBevelDetail,
    {"tiling",
     "the polygon repeats with the picture, which must be at least 2 radius wide and high"}};

std::vector<Field> PolygonFields() {
  return {WholeField("sides", {3, ShapeArgs::kMaxSides}, "6", "number of sides"),
          {.key = "radius",
           .minimum = kSmall,
           .fallback = "0.4",
           .help = "distance of the corners from the middle, in units"},
          BevelField()};
}

}  // namespace

NodeType Polygon() {
  return ShapeType(
      {.name = "polygon",
       .summary = "one regular polygon around the middle: a triangle, a square, a hexagon",
       .value = "S(max(1 - e / b, 0)), e = the distance from the polygon made smaller by b on all "
                "sides, in radii, b = min(bevel, distance of a side from the middle)",
       .details = kPolygonDetails,
       .arguments = {"sides", "radius"},
       .fields = PolygonFields()},
      ShapeArgs::kPolygon, &SetPolygon,
      {.lattice = &PlaneWithoutCells, .evaluations = &PolygonEvaluations, .extent = &ExtentOf});
}

}  // namespace cobble::nodes
