// bricks: rows of rectangles with joints between them.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/math.h"
#include "nodes/shared/shapes.h"

namespace cobble::nodes {
namespace {

Lattice LatticeOfBricks(const Node& node) {
  const double columns = node.Number("columns"), rows = node.Number("rows");
  return {.dimensions = kPlaneDimensions,
          .frequency = {columns, rows, rows},
          .frequency_keys = {"columns", "rows", "rows"}};
}

// The shift of a row as a fraction; after `rows` rows, bricks line up again.
struct Shift {
  int bricks, rows;
};

// Returns the fraction within 0.0005 of the shift with the smallest denominator, at most 1000.
Shift ShiftOf(const Node& node) {
  const double shift = node.Number("shift");
  for (int rows = 1;; ++rows) {
    const double bricks = std::round(shift * rows);
    if (std::abs(shift - bricks / rows) <= 0.0005 + 1e-12) return {static_cast<int>(bricks), rows};
  }
}

void SetBricks(const Node& node, ShapeArgs* args) {
  const double columns = node.Number("columns"), rows = node.Number("rows");
  args->side[0] = ToFloat(std::max(rows / columns, 1.0));
  args->side[1] = ToFloat(std::max(columns / rows, 1.0));
  const double joint = node.Number("mortar") / 2;
  SetSize(node, args->side[0] / 2 - joint, args->side[1] / 2 - joint, args);
  const Shift shift = ShiftOf(node);
  args->shift = shift.bricks;
  args->shift_rows = shift.rows;
}

constexpr Detail kBricksFunctions[] = {
    {"height", "1 on a brick, 0 in the joints, with smooth edges"},
    {"id", "a random value from 0 to 1 for each brick, constant up to the middle of its joints"},
    {"mortar", "1 where height is 0, otherwise 0: a mask of the joints"},
    {"u", "0 to 1 across the brick, to the right; constant in the joints"},
    {"v", "0 to 1 across the brick, downwards; constant in the joints"},
};

constexpr Detail kBricksDetails[] = {
    {"cell",
     "1 / columns wide and 1 / rows high; the brick is in its middle, and half of each joint "
     "around it"},
    {"rows",
     "row j, counted downwards from the middle of the picture, is moved to the right by j * shift "
     "bricks. shift is rounded to the fraction with the smallest denominator within 0.0005 of it: "
     "0.333 is 1/3"},
    kBevelDetail,
    {"id", "random for each brick and each seed or pattern, as in white"},
    {"tiling",
     "whole columns, and as many rows as move a brick by whole bricks: with shift 0.5 an even "
     "number, with 0.333 a multiple of 3"}};

std::vector<Field> BricksFields() {
  return WithIdSeed({{.key = "columns",
                      .minimum = 0,
                      .exclusive_minimum = true,
                      .fallback = "4",
                      .help = "bricks per unit along x; the picture is 1 unit wide by default"},
                     {.key = "rows",
                      .minimum = 0,
                      .exclusive_minimum = true,
                      .fallback = "8",
                      .help = "rows of bricks per unit along y"},
                     NumberField("shift", {0, 1}, "0.5",
                                 "how far each row is moved against the one above, in bricks; 0 "
                                 "gives square tiles with joints that cross"),
                     UsedBy({"height", "mortar", "u", "v"},
                            NumberField("mortar", {0, 0.9}, "0.1",
                                        "width of the joints, in smaller sides of a cell")),
                     UsedBy({"height", "mortar"}, BevelField()),
                     ShapeFunctionField(kShapeFunctions, kBricksFunctions)});
}

}  // namespace

NodeType Bricks() {
  return ShapeType(
      {.name = "bricks",
       .on_sphere = "use voronoi(8), whose cells have 3 dimensions",
       .summary = "rows of bricks with joints: walls, paving, planks, square tiles",
       .value = "function height: S(max(1 - e / b, 0)), e = the distance from the brick made "
                "smaller by b on all sides, b = min(bevel, half the smaller side of the brick), "
                "lengths in smaller sides of a cell; id: a random value for each brick; mortar: 1 "
                "where height is 0, otherwise 0; u, v: 0 to 1 across the brick",
       .details = kBricksDetails,
       .arguments = {"columns", "rows"},
       .fields = BricksFields()},
      ShapeArgs::kBricks, &SetBricks,
      {.lattice = &LatticeOfBricks, .cell_multiples = [](const Node& node) {
         return std::array{1, ShiftOf(node).rows};
       }});
}

}  // namespace cobble::nodes
