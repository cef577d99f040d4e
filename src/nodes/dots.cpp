// dots: a disc in each cell.
#include "nodes/shared/shapes.h"

namespace cobble::nodes {
namespace {

void SetDots(const Node& node, ShapeArgs* args) {
  SetSize(node, node.Number("radius"), node.Number("radius"), args);
}

constexpr Detail kDotsDetails[] = {
    {"cell", "a square, 1 / frequency wide; the dot is in its middle"},
    kBevelDetail,
    {"id", "random for each cell and each seed or pattern, as in white"}};

std::vector<Field> DotsFields() {
  return WithIdSeed(
      {FrequenciesField(kPlaneDimensions),
       UsedBy({"height"}, NumberField("radius", {kSmall, 0.5}, "0.35",
                                      "radius of a dot, in cells; at 0.5, dots touch")),
       UsedBy({"height"}, BevelField()), HeightOrIdField()});
}

}  // namespace

NodeType Dots() {
  return ShapeType({.name = "dots",
                    .summary = "round dots in rows and columns: studs, rivets, perforated sheets",
                    .value = "function height: S(max(1 - e / b, 0)), e = max(d - radius + b, 0), d "
                             "= the distance from the middle of the cell, in cells, b = min(bevel, "
                             "radius); id: a random value for each cell",
                    .details = kDotsDetails,
                    .arguments = {"frequency", "radius"},
                    .fields = DotsFields()},
                   ShapeArgs::kDots, &SetDots);
}

}  // namespace cobble::nodes
