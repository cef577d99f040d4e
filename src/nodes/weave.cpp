// weave: strands that cross over and under each other.
#include "nodes/shared/shapes.h"

namespace cobble::nodes {
namespace {

void SetWeave(const Node& node, ShapeArgs* args) {
  const double half = 0.5 - node.Number("gap") / 2;
  SetSize(node, half, half, args);
}

constexpr Detail kWeaveDetails[] = {
    {"cell",
     "a square, 1 / frequency wide, in which a strand along x and one along y cross; they are over "
     "and under in turn"},
    kBevelDetail,
    {"id", "of the upper strand; random for each strand and each seed or pattern, as in white"},
    {"tiling", "an even number of strands along x and y"}};

std::vector<Field> WeaveFields() {
  return WithIdSeed(
      {FrequenciesField(kPlaneDimensions), GapField(), BevelField("0.4"), HeightOrIdField()});
}

}  // namespace

NodeType Weave() {
  return ShapeType(
      {.name = "weave",
       .summary = "strands that cross over and under each other: cloth, wicker, mesh",
       .value = "function height: max(h_x, h_y) of the strands along x and y, h = w * S(max(1 - e "
                "/ b, 0)), w = 1 - S(d) where the strand is over, S(d) where it is under, d = the "
                "distance along it from the middle of the cell, e = the distance from the strand "
                "made smaller by b on both sides, in cells, b = min(bevel, (1 - gap) / 2); id: a "
                "random value for the higher strand",
       .details = kWeaveDetails,
       .arguments = {"frequency"},
       .fields = WeaveFields()},
      ShapeArgs::kWeave, &SetWeave, {.cell_multiples = &Multiples<2, 2>});
}

}  // namespace cobble::nodes
