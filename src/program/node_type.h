// A node type: its description as data (recipe/fields/node_spec.h), and how it compiles to steps of
// a Program. nodes/ has the types, small ones of one sort in one file; nodes/all.cpp has a row
// for each.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "cobble/recipe.h"
#include "core/affine.h"
#include "core/bounds.h"
#include "noise/kernel.h"
#include "program/picture_box.h"
#include "recipe/fields/node_spec.h"

namespace cobble {

class Compiler;
struct Compiled;
struct CompiledColor;
struct NodeContext;

struct NoiseKernel {
  std::shared_ptr<const void> args;
  Kernel kernel;
};

// What a noise asks of the kernel that the selector of its family picks.
struct KernelRequest {
  NoiseArgs args;  // slopes: see the family's header
  Frame::Kind kind = Frame::kGrid;
  int64_t simd_target = 0;
  PictureBox box = {};  // of the node's positions: BoxArea::kPictureAndHalo
};

// A key that multiplies the cost per sample.
struct CostlyKey {
  double factor = 0;
  std::string_view key;
};

// A distance in units, and the key that sets it.
struct Extent {
  double distance = 0;
  std::string_view key;
};

// A node's cells and octaves, as its keys define them.
struct Lattice {
  int dimensions = 2;
  int octaves = 1;
  double lacunarity = 1, persistence = 1;
  Vector3 frequency{1, 1, 1};  // of the first octave: cells per unit, by axis
  // By axis, the path in the node of the key that sets its frequency, such as frequency/0. Axes
  // with the same key have the same frequency.
  std::array<std::string_view, 3> frequency_keys{"frequency", "frequency", "frequency"};
  // Without cells, any period fits, positions have no limit, and the frequency is 1.
  bool has_cells = true;
};

// The functions that the compiler calls for a node computed from positions: a noise, or another
// pattern, whose spec has no NoiseSpec. Every key of the node has a value. Even if values violate a
// requirement of the type (recipe/fields/requirements.h), the compiler may call them, but it throws
// before anything runs.
struct NoiseType {
  // Null: the node's keys define the lattice: frequency, one number for all axes or one per axis,
  // and those it has of dimensions, octaves, lacunarity and persistence.
  Lattice (*lattice)(const Node& node) = nullptr;
  // In: where the picture samples the node: BoxArea::kPicture. If null, 0..1.
  Bounds (*bounds)(const Node& node, const PictureBox& box) = nullptr;
  // If null, the noise always has nonzero slopes.
  bool (*has_slopes)(const Node& node) = nullptr;
  // Returns whether a hash shifts each octave's lattice. If null, false.
  bool (*is_scattered)(const Node& node) = nullptr;
  // Returns a node whose octaves are `limit` where the noise limits a distance that it uses, and
  // less elsewhere; nullopt if it limits nothing. Null if the type has no limit.
  std::optional<Node> (*limit_probe)(const Node& node) = nullptr;
  // Returns one octave's evaluations per sample: the number of cell corners, of feature points in
  // the neighbouring cells, or of waves along an axis. If null, 1.
  double (*evaluations)(const Node& node) = nullptr;
  // Returns whether the node counts from the middle of a sphere, whatever the recipe's domain: its
  // positions are then the picture's P, moved by warps and transforms alone. If null, false.
  bool (*is_of_sphere)(const Node& node) = nullptr;
  // Returns the key besides `octaves` that multiplies the cost. If null, no other does.
  CostlyKey (*costly_key)(const Node& node) = nullptr;
  // Returns what the cell counts along x and y must be multiples of in a tiled picture. If null, 1.
  std::array<int, 2> (*cell_multiples)(const Node& node) = nullptr;
  // Returns how far a single shape reaches from its middle. A tiled picture must be twice as large,
  // or its edges would cut the shape off. Null if there is no such limit.
  Extent (*extent)(const Node& node) = nullptr;
  // Returns the distance between adjacent columns, in cells and averaged over the octaves, above
  // which a picture on a grid is computed as an affine one. If null, it never is.
  double (*max_grid_step)(const Node& node) = nullptr;
  std::function<NoiseKernel(const Node& node, KernelRequest request)> make = {};
};

struct NodeType {
  NodeSpec spec;
  // Emits the steps of a node and of its inputs. Null for nodes that set `noise` instead.
  std::function<Compiled(Compiler& compiler, const NodeContext& context)> compile = {};
  std::optional<NoiseType> noise = {};
  // The same for colour results. Types whose result is always a colour (NodeSpec::is_color) set
  // only this; types where it depends on an input (NodeSpec::color_if) set both.
  std::function<CompiledColor(Compiler& compiler, const NodeContext& context)> compile_color = {};
  // Returns how many times the node computes its source. Null: once.
  int (*repeats)(const Node& node) = nullptr;
};

Lattice LatticeOf(const NoiseType& type, const Node& node);

// In the order of NodeSpecs(). Defined in nodes/all.cpp.
std::span<const NodeType> NodeTypes();

// Returns null if no type has that name.
const NodeType* FindNodeType(std::string_view name);

}  // namespace cobble
