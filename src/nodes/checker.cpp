// checker: squares of 0 and 1.
#include "nodes/shared/shapes.h"

namespace cobble::nodes {
namespace {

constexpr Detail kCheckerDetails[] = {
    {"tiling", "an even number of squares along x and y"},
};

}  // namespace

NodeType Checker() {
  return ShapeType(
      {.name = "checker",
       .summary = "a chessboard: squares that are 0 and 1 in turn",
       .value = "(floor(frequency * x) + floor(frequency * y)) mod 2, (x, y) = P",
       .details = kCheckerDetails,
       .arguments = {"frequency"},
       .fields = {FrequenciesField(kPlaneDimensions)}},
      ShapeArgs::kChecker, [](const Node&, ShapeArgs*) {},
      {.has_slopes = [](const Node&) { return false; }, .cell_multiples = &Multiples<2, 2>});
}

}  // namespace cobble::nodes
