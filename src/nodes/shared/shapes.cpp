// Shared by the types of shapes.
#include "nodes/shared/shapes.h"

#include <algorithm>
#include <utility>

#include "core/math.h"
#include "nodes/shared/fields.h"

namespace cobble::nodes {

namespace {

constexpr Detail kHeightAndId[] = {
    {"height", "1 on the shapes, 0 in the gaps between them, with smooth edges"},
    {"id", "a random value from 0 to 1 for each dot, hexagon or strand"},
};

}  // namespace

Field WidthField() {
  return Useful({0.1, 1}, NumberField("width", {kSmall, 1}, "0.5",
                                      "width of a stripe or ring, in cells; 1 leaves no gap"));
}

Field GapField() { return NumberField("gap", {0, 0.9}, "0.1", "width of the gaps, in cells"); }

Field BevelField(std::string_view fallback) {
  return {
      .key = "bevel",
      .minimum = kSmall,
      .maximum = 0.5,
      .or_zero = true,
      .useful = {0.01, 0.5},
      .fallback = fallback,
      .help =
          "width of the slope along the edges, in smaller sides of a cell; of a polygon, in radii"};
}

Field HeightOrIdField() {
  return ShapeFunctionField(std::span(kShapeFunctions).first(2), kHeightAndId);
}

Field ShapeFunctionField(std::span<const std::string_view> choices,
                         std::span<const Detail> details) {
  return ChoiceField("function", choices, "\"height\"", "which value to show", details);
}

Field UsedBy(std::initializer_list<std::string_view> functions, Field field) {
  return UsedIf("function", functions, field);
}

std::vector<Field> WithIdSeed(std::vector<Field> fields) {
  for (const Field& field : {SeedField(), PatternField()}) fields.push_back(UsedBy({"id"}, field));
  return fields;
}

NodeType ShapeType(NodeSpec spec, ShapeArgs::Shape shape,
                   void (*set)(const Node& node, ShapeArgs* args), NoiseType noise) {
  spec.bounds = "0..1";
  if (!noise.has_slopes)
    noise.has_slopes = [](const Node& node) {
      if (!node.Has("function")) return true;
      const std::string& function = node.Text("function");
      return function != "id" && function != "mortar";
    };
  noise.make = [=](const Node& node, KernelRequest request) {
    auto args = std::make_shared<ShapeArgs>();
    args->shape = shape;
    if (node.Has("function"))
      args->function = ChoiceOf<ShapeArgs::Function>(node.Text("function"), kShapeFunctions);
    std::copy_n(request.box.period.begin(), 2, args->period);
    set(node, args.get());
    return Select(std::move(args), std::move(request), &SelectShape);
  };
  return {.spec = std::move(spec), .noise = std::move(noise)};
}

void SetSize(const Node& node, double half_x, double half_y, ShapeArgs* args) {
  args->half[0] = ToFloat(half_x);
  args->half[1] = ToFloat(half_y);
  args->bevel = std::min({ToFloat(node.Number("bevel")), args->half[0], args->half[1]});
}

}  // namespace cobble::nodes
