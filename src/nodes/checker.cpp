// checker: squares of 0 and 1.
#include <array>

#include "nodes/shared/shapes.h"

namespace cobble::nodes {
namespace {

constexpr int kDimensions = 2;

bool HasSlopes(const Node&) { return false; }

std::array<int, 2> Multiples(const Node&) { return {2, 2}; }

NoiseKernel Make(const Node& node, std::vector<Octave> octaves, const KernelRequest& request) {
  return SelectShape(ShapeOf(node, ShapeArgs::kChecker), kDimensions, std::move(octaves), request);
}

constexpr Detail kDetails[] = {
    {"tiling", "an even number of squares along x and y"},
};

}  // namespace

const NodeType& Checker() {
  static const NoiseType noise{.lattice = &EvenLattice<kDimensions>,
                               .bounds = &ShapeBounds,
                               .has_slopes = &HasSlopes,
                               .evaluations = &OneEvaluation,
                               .cell_multiples = &Multiples,
                               .make = &Make};
  static const NodeType type{
      .spec = {.name = "checker",
               .summary = "a chessboard: squares that are 0 and 1 in turn",
               .value = "(floor(frequency * x) + floor(frequency * y)) mod 2, (x, y) = P",
               .bounds = "0..1",
               .details = kDetails,
               .fields = {FrequencyField()}},
      .noise = &noise};
  return type;
}

}  // namespace cobble::nodes
