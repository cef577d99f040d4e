// rings: circles around the middle.
#include "nodes/shared/shapes.h"

namespace cobble::nodes {
namespace {

void SetRings(const Node& node, ShapeArgs* args) {
  const double half = node.Number("width") / 2;
  SetSize(node, half, half, args);
  args->rate = node.Number("frequency");
}

constexpr Detail kRingsDetails[] = {
    {"cell",
     "1 / frequency wide, from one circle around (0, 0) to the next; the ring is in its middle, "
     "width * cell wide, and a gap is in the middle of all rings"},
    kBevelDetail,
    {"tiling",
     "any frequency fits: the rings around each copy of the middle end halfway to the next copy, "
     "where they meet in a crease but without a seam"}};

}  // namespace

NodeType Rings() {
  return ShapeType(
      {.name = "rings",
       .summary = "circles around the middle: ripples, targets, annual rings, vinyl",
       .value = "S(max(1 - e / b, 0)), e = max(abs(c - floor(c) - 0.5) - width / 2 + b, 0), c = "
                "frequency * sqrt(x^2 + y^2), (x, y) = P, b = min(bevel, width / 2)",
       .details = kRingsDetails,
       .arguments = {"frequency", "width"},
       .fields = {FrequencyField(), WidthField(), BevelField()}},
      ShapeArgs::kRings, &SetRings, {.lattice = &PlaneWithoutCells});
}

}  // namespace cobble::nodes
