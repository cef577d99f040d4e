// Shared by the types of shapes.
#include "nodes/shared/shapes.h"

#include <algorithm>
#include <utility>

#include "core/math.h"
#include "nodes/shared/fields.h"
#include "nodes/shared/positions.h"

namespace cobble::nodes {

namespace {

constexpr Detail kHeightAndId[] = {
    {"height", "1 on the shapes, 0 in the gaps between them, with smooth edges"},
    {"id", "a random value from 0 to 1 for each dot, hexagon or strand"},
};

}  // namespace

Field WidthField() {
  return NumberField("width", {kSmall, 1}, "0.5",
                     "width of a stripe or ring, in cells; 1 leaves no gap");
}

Field GapField() { return NumberField("gap", {0, 0.9}, "0.1", "width of the gaps, in cells"); }

Field BevelField(std::string_view fallback) {
  return {.key = "bevel",
          .minimum = kSmall,
          .maximum = 0.5,
          .or_zero = true,
          .fallback = fallback,
          .help =
              "width of the slope along the edges, in smaller sides of a cell; of a polygon, in "
              "radii"};
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

Bounds ShapeBounds(const Node&) { return {0, 1}; }

bool ShapeHasSlopes(const Node& node) {
  return !node.Has("function") ||
         (node.Text("function") != "id" && node.Text("function") != "mortar");
}

double OneEvaluation(const Node&) { return 1; }

NoiseType ShapeNoise(decltype(NoiseType::lattice) lattice, decltype(NoiseType::make) make,
                     decltype(NoiseType::cell_multiples) cell_multiples) {
  return {.lattice = lattice,
          .bounds = &ShapeBounds,
          .has_slopes = &ShapeHasSlopes,
          .evaluations = &OneEvaluation,
          .cell_multiples = cell_multiples,
          .make = make};
}

std::shared_ptr<ShapeArgs> ShapeOf(const Node& node, ShapeArgs::Shape shape) {
  auto args = std::make_shared<ShapeArgs>();
  args->shape = shape;
  if (node.Has("function"))
    args->function = ChoiceOf<ShapeArgs::Function>(node.Text("function"), kShapeFunctions);
  return args;
}

void SetSize(const Node& node, double half_x, double half_y, ShapeArgs* args) {
  args->half[0] = ToFloat(half_x);
  args->half[1] = ToFloat(half_y);
  args->bevel = std::min({ToFloat(node.Number("bevel")), args->half[0], args->half[1]});
}

void SetPeriod(const PictureBox& box, ShapeArgs* args) {
  for (std::size_t a = 0; a < 2; ++a) args->period[a] = box.period[a];
}

NoiseKernel SelectShape(std::shared_ptr<ShapeArgs> args, int dimensions,
                        std::vector<Octave> octaves, const KernelRequest& request) {
  return Select(std::move(args), dimensions, std::move(octaves), request, &cobble::SelectShape);
}

}  // namespace cobble::nodes
