// checker: squares of 0 and 1.
#include <array>

#include "nodes/shared/shapes.h"

namespace cobble::nodes {
namespace {

bool CheckerHasSlopes(const Node&) { return false; }

std::array<int, 2> CheckerMultiples(const Node&) { return {2, 2}; }

NoiseKernel MakeChecker(const Node& node, std::vector<Octave> octaves,
                        const KernelRequest& request) {
  return SelectShape(ShapeOf(node, ShapeArgs::kChecker), kPlaneDimensions, std::move(octaves),
                     request);
}

constexpr Detail kCheckerDetails[] = {
    {"tiling", "an even number of squares along x and y"},
};

}  // namespace

NodeType Checker() {
  return {.spec = {.name = "checker",
                   .summary = "a chessboard: squares that are 0 and 1 in turn",
                   .value = "(floor(frequency * x) + floor(frequency * y)) mod 2, (x, y) = P",
                   .bounds = "0..1",
                   .details = kCheckerDetails,
                   .arguments = {"frequency"},
                   .fields = {FrequenciesField(kPlaneDimensions)}},
          .noise = NoiseType{.lattice = &EvenLattice<kPlaneDimensions>,
                             .bounds = &ShapeBounds,
                             .has_slopes = &CheckerHasSlopes,
                             .evaluations = &OneEvaluation,
                             .cell_multiples = &CheckerMultiples,
                             .make = &MakeChecker}};
}

}  // namespace cobble::nodes
