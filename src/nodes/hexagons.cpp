// hexagons: a honeycomb.
#include "core/math.h"
#include "nodes/shared/shapes.h"

namespace cobble::nodes {
namespace {

constexpr double kSqrt3 = 1.7320508075688772;

double RowsOf(const Node& node) {
  return node.Has("rows") ? node.Number("rows") : node.Number("frequency") * 2 / kSqrt3;
}

Lattice LatticeOfHexagons(const Node& node) {
  const double rows = RowsOf(node);
  return {.dimensions = kPlaneDimensions,
          .frequency = {node.Number("frequency"), rows, rows},
          .frequency_keys = {"frequency", "rows", "rows"}};
}

void SetHexagons(const Node& node, ShapeArgs* args) {
  // Regular hexagons, 1 wide.
  args->side[1] = ToFloat(kSqrt3 / 2);
  const double half = 0.5 - node.Number("gap") / 2;
  SetSize(node, half, half, args);
  args->inner_half_side = ToFloat((half - args->bevel) / kSqrt3);
}

constexpr Detail kHexagonsDetails[] = {
    {"cell",
     "a hexagon with corners above and below, 1 / frequency wide, with half of the gaps around it; "
     "odd rows are moved to the right by half a hexagon"},
    kBevelDetail,
    {"id", "random for each hexagon and each seed or pattern, as in white"},
    {"tiling",
     "a whole frequency, and an even number of rows, which must be given: regular hexagons cannot "
     "fill a square picture. Other numbers of rows stretch them"}};

std::vector<Field> HexagonsFields() {
  return WithIdSeed({FrequencyField(),
                     {.key = "rows",
                      .minimum = 0,
                      .exclusive_minimum = true,
                      .default_text = "frequency * 2 / sqrt(3), for regular hexagons",
                      .help = "rows of hexagons per unit along y"},
                     UsedBy({"height"}, GapField()),
                     UsedBy({"height"}, BevelField()),
                     HeightOrIdField()});
}

}  // namespace

NodeType Hexagons() {
  return ShapeType({.name = "hexagons",
                    .on_sphere = "use voronoi(8), whose cells have 3 dimensions",
                    .summary = "a honeycomb: tiles, scales, basalt, wire mesh",
                    .value = "function height: S(max(1 - e / b, 0)), e = the distance from the "
                             "hexagon made smaller by b on all sides, in widths of a hexagon, b = "
                             "min(bevel, (1 - gap) / 2); id: a random value for each hexagon",
                    .details = kHexagonsDetails,
                    .arguments = {"frequency"},
                    .fields = HexagonsFields()},
                   ShapeArgs::kHexagons, &SetHexagons,
                   {.lattice = &LatticeOfHexagons, .cell_multiples = &Multiples<1, 2>});
}

}  // namespace cobble::nodes
