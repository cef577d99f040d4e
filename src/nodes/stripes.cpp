// stripes: parallel bars along y.
#include "nodes/shared/shapes.h"

namespace cobble::nodes {
namespace {

Lattice LatticeOfStripes(const Node& node) {
  const double frequency = node.Number("frequency");
  return {.dimensions = 1, .frequency = {frequency, frequency, frequency}};
}

void SetStripes(const Node& node, ShapeArgs* args) {
  const double half = node.Number("width") / 2;
  SetSize(node, half, half, args);
}

constexpr Detail kStripesDetails[] = {
    {"cell",
     "1 / frequency wide; the stripe is in its middle, width * cell wide, and the gap between two "
     "stripes is in the middle of the picture"},
    kBevelDetail,
    {"direction", "stripes run downwards; a transform with rotate turns them"}};

}  // namespace

NodeType Stripes() {
  return ShapeType({.name = "stripes",
                    .summary = "parallel bars with sloped edges: planks, corrugation, fabric",
                    .value = "S(max(1 - e / b, 0)), e = max(abs(c - floor(c) - 0.5) - width / 2 + "
                             "b, 0), c = frequency * x, (x, y) = P, b = min(bevel, width / 2)",
                    .details = kStripesDetails,
                    .arguments = {"frequency", "width"},
                    .fields = {FrequencyField(), WidthField(), BevelField()}},
                   ShapeArgs::kStripes, &SetStripes, {.lattice = &LatticeOfStripes});
}

}  // namespace cobble::nodes
