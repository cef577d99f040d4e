// Shapes with few keys: checker, stripes, rings, dots, weave and polygon.
#include "nodes/shared/shapes.h"

#include "core/math.h"

namespace cobble::nodes {
namespace {

Lattice LatticeOfStripes(const Node& node) {
  const double frequency = node.Number("frequency");
  return {.dimensions = 1, .frequency = {frequency, frequency, frequency}};
}

// Of stripes, which do not use the rate, and rings.
void SetWidth(const Node& node, ShapeArgs* args) {
  const double half = node.Number("width") / 2;
  SetSize(node, half, half, args);
  args->rate = node.Number("frequency");
}

void SetDots(const Node& node, ShapeArgs* args) {
  SetSize(node, node.Number("radius"), node.Number("radius"), args);
}

std::vector<Field> DotsFields() {
  return WithIdSeed(
      {FrequenciesField(kPlaneDimensions),
       UsedBy({"height"},
              Useful({0.05, 0.5}, NumberField("radius", {kSmall, 0.5}, "0.35",
                                              "radius of a dot, in cells; at 0.5, dots touch"))),
       UsedBy({"height"}, BevelField()), HeightOrIdField()});
}

void SetWeave(const Node& node, ShapeArgs* args) {
  const double half = 0.5 - node.Number("gap") / 2;
  SetSize(node, half, half, args);
}

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

// Comparing a side costs less than evaluating a noise.
double PolygonEvaluations(const Node& node) { return 1 + node.Number("sides") / 8; }

Extent ExtentOfPolygon(const Node& node) { return {node.Number("radius"), "radius"}; }

}  // namespace

NodeType Checker() {
  static constexpr Detail kDetails[] = {
      {"tiling", "an even number of squares along x and y"},
  };
  return ShapeType(
      {.name = "checker",
       .on_sphere = "use voronoi(8, cell-id), whose cells have 3 dimensions",
       .summary = "a chessboard: squares that are 0 and 1 in turn",
       .value = "(floor(frequency * x) + floor(frequency * y)) mod 2, (x, y) = P",
       .details = kDetails,
       .arguments = {"frequency"},
       .fields = {FrequenciesField(kPlaneDimensions)}},
      ShapeArgs::kChecker, [](const Node&, ShapeArgs*) {},
      {.has_slopes = [](const Node&) { return false; }, .cell_multiples = &Multiples<2, 2>});
}

NodeType Stripes() {
  static constexpr Detail kDetails[] = {
      {"cell",
       "1 / frequency wide; the stripe is in its middle, width * cell wide, and the gap between "
       "two stripes is in the middle of the picture"},
      kBevelDetail,
      {"direction", "stripes run downwards; a transform with rotate turns them"}};
  return ShapeType({.name = "stripes",
                    .on_sphere = "use triangle(8*x), whose bands cross the sphere",
                    .summary = "parallel bars with sloped edges: planks, corrugation, fabric",
                    .value = "S(max(1 - e / b, 0)), e = max(abs(c - floor(c) - 0.5) - width / 2 + "
                             "b, 0), c = frequency * x, (x, y) = P, b = min(bevel, width / 2)",
                    .details = kDetails,
                    .arguments = {"frequency", "width"},
                    .fields = {FrequencyField(), WidthField(), BevelField()}},
                   ShapeArgs::kStripes, &SetWidth, {.lattice = &LatticeOfStripes});
}

NodeType Rings() {
  static constexpr Detail kDetails[] = {
      {"cell",
       "1 / frequency wide, from one circle around (0, 0) to the next; the ring is in its middle, "
       "width * cell wide, and a gap is in the middle of all rings"},
      kBevelDetail,
      {"tiling",
       "any frequency fits: the rings around each copy of the middle end halfway to the next copy, "
       "where they meet in a crease but without a seam"}};
  return ShapeType(
      {.name = "rings",
       .on_sphere = "use triangle(8*y), whose bands are rings around the poles",
       .summary = "circles around the middle: ripples, targets, annual rings, vinyl",
       .value = "S(max(1 - e / b, 0)), e = max(abs(c - floor(c) - 0.5) - width / 2 + b, 0), c = "
                "frequency * sqrt(x^2 + y^2), (x, y) = P, b = min(bevel, width / 2)",
       .details = kDetails,
       .arguments = {"frequency", "width"},
       .fields = {FrequencyField(), WidthField(), BevelField()}},
      ShapeArgs::kRings, &SetWidth, {.lattice = &PlaneWithoutCells});
}

NodeType Dots() {
  static constexpr Detail kDetails[] = {
      {"cell", "a square, 1 / frequency wide; the dot is in its middle"},
      kBevelDetail,
      {"id", "random for each cell and each seed or pattern, as in white"}};
  return ShapeType({.name = "dots",
                    .on_sphere = "use voronoi(8), whose cells have 3 dimensions",
                    .summary = "round dots in rows and columns: studs, rivets, perforated sheets",
                    .value = "function height: S(max(1 - e / b, 0)), e = max(d - radius + b, 0), d "
                             "= the distance from the middle of the cell, in cells, b = min(bevel, "
                             "radius); id: a random value for each cell",
                    .details = kDetails,
                    .arguments = {"frequency", "radius"},
                    .fields = DotsFields()},
                   ShapeArgs::kDots, &SetDots);
}

NodeType Weave() {
  static constexpr Detail kDetails[] = {
      {"cell",
       "a square, 1 / frequency wide, in which a strand along x and one along y cross; they are "
       "over and under in turn"},
      kBevelDetail,
      {"id", "of the upper strand; random for each strand and each seed or pattern, as in white"},
      {"tiling", "an even number of strands along x and y"}};
  return ShapeType(
      {.name = "weave",
       .on_sphere = "use voronoi(8), whose cells have 3 dimensions",
       .summary = "strands that cross over and under each other: cloth, wicker, mesh",
       .value = "function height: max(h_x, h_y) of the strands along x and y, h = w * S(max(1 - e "
                "/ b, 0)), w = 1 - S(d) where the strand is over, S(d) where it is under, d = the "
                "distance along it from the middle of the cell, e = the distance from the strand "
                "made smaller by b on both sides, in cells, b = min(bevel, (1 - gap) / 2); id: a "
                "random value for the higher strand",
       .details = kDetails,
       .arguments = {"frequency"},
       .fields = WithIdSeed(
           {FrequenciesField(kPlaneDimensions), GapField(), BevelField("0.4"), HeightOrIdField()})},
      ShapeArgs::kWeave, &SetWeave, {.cell_multiples = &Multiples<2, 2>});
}

NodeType Polygon() {
  static constexpr Detail kDetails[] = {
      {"corners", "sides corners at a distance of radius from (0, 0), one of them straight above"},
      kBevelDetail,
      {"tiling",
       "the polygon repeats with the picture, which must be at least 2 radius wide and high"}};
  return ShapeType(
      {.name = "polygon",
       .on_sphere = "use threshold(z, 0.1), a disk in the middle of the picture",
       .summary = "one regular polygon around the middle: a triangle, a square, a hexagon",
       .value = "S(max(1 - e / b, 0)), e = the distance from the polygon made smaller by b on all "
                "sides, in radii, b = min(bevel, distance of a side from the middle)",
       .details = kDetails,
       .arguments = {"sides", "radius"},
       .fields = {Useful({3, 12},
                         WholeField("sides", {3, ShapeArgs::kMaxSides}, "6", "number of sides")),
                  {.key = "radius",
                   .minimum = kSmall,
                   .useful = {0.05, 0.75},
                   .fallback = "0.4",
                   .help = "distance of the corners from the middle, in units"},
                  BevelField()}},
      ShapeArgs::kPolygon, &SetPolygon,
      {.lattice = &PlaneWithoutCells,
       .evaluations = &PolygonEvaluations,
       .extent = &ExtentOfPolygon});
}

}  // namespace cobble::nodes
