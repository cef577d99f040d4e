// Shared by the types of shapes.
#pragma once

#include <initializer_list>
#include <memory>
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

template <int kDimensions>
Lattice EvenLattice(const Node& node) {
  Lattice lattice{.dimensions = kDimensions};
  lattice.SetFrequency(node);
  return lattice;
}

Bounds ShapeBounds(const Node& node);
// Returns whether the node's function has slopes.
bool ShapeHasSlopes(const Node& node);
double OneEvaluation(const Node& node);

// Returns the NoiseType of a shape without an extent.
NoiseType ShapeNoise(decltype(NoiseType::lattice) lattice, decltype(NoiseType::make) make,
                     decltype(NoiseType::cell_multiples) cell_multiples = nullptr);

// Returns the arguments of a shape, except its size.
std::shared_ptr<ShapeArgs> ShapeOf(const Node& node, ShapeArgs::Shape shape);

// Sets half the shape's sides and the bevel, limited to the smaller of them.
void SetSize(const Node& node, double half_x, double half_y, ShapeArgs* args);

// Makes a shape around the origin repeat with a tiled picture.
void SetPeriod(const PictureBox& box, ShapeArgs* args);

NoiseKernel SelectShape(std::shared_ptr<ShapeArgs> args, int dimensions,
                        std::vector<Octave> octaves, const KernelRequest& request);

}  // namespace cobble::nodes
