// Shared by the types of shapes.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "nodes/shared/noise.h"
#include "noise/shapes/shapes.h"

namespace cobble::nodes {

// In the order of ShapeArgs::Function. A type has some of these functions.
inline constexpr std::string_view kShapeFunctions[] = {"height", "id", "mortar", "u", "v"};

// Keys of shapes.
Field WidthField();
Field GapField();
Field BevelField(std::string_view fallback = "0.1");
Field HeightOrIdField();
Field ShapeFunctionField(std::span<const std::string_view> choices,
                         std::span<const Detail> details);
// Returns a field that affects only these functions, at most 4.
Field UsedBy(std::initializer_list<std::string_view> functions, Field field);
// Appends `seed` and `pattern`, which affect only ids.
std::vector<Field> WithIdSeed(std::vector<Field> fields);

// The explanation of `bevel` and of the height.
inline constexpr Detail kBevelDetail{
    "bevel",
    "edges are smooth slopes inside the outline of the shape, and corners are round. At most half "
    "the shape's width has an effect; 0 gives vertical edges and sharp corners"};

// Makes the type of a shape. In: spec, without bounds; set(node, args), which sets the size and
// what else the shape has; noise, with what else differs.
NodeType ShapeType(NodeSpec spec, ShapeArgs::Shape shape,
                   void (*set)(const Node& node, ShapeArgs* args), NoiseType noise = {});

// Sets half the shape's sides and the bevel, limited to the smaller of them.
void SetSize(const Node& node, double half_x, double half_y, ShapeArgs* args);

}  // namespace cobble::nodes
