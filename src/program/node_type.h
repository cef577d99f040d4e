// A node type: its description as data (recipe/fields/node_spec.h), and how it compiles to steps of
// a Program. nodes/ has one file per type, and nodes/all.cpp one row per type.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

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

// A kernel with its arguments.
struct NoiseKernel {
  std::shared_ptr<const void> args;
  Kernel kernel;
};

// The properties of the kernel that a noise requests from the selector of its family.
struct KernelRequest {
  int slopes = 0;  // number of slopes written, see the family's header
  Frame::Kind kind = Frame::kGrid;
  int64_t simd_target = 0;
  PictureBox box = {};  // of the node's positions: BoxArea::kPictureAndHalo
};

// A key that multiplies the cost per sample, and its factor.
struct CostlyKey {
  double factor = 0;
  std::string_view key;
};

// A distance in units, and the key that sets it.
struct Extent {
  double distance = 0;
  std::string_view key;
};

// The cells of a node, and its octaves, as its keys define them.
struct Lattice {
  int dimensions = 2;
  int octaves = 1;
  double lacunarity = 1, persistence = 1;
  Vector3 frequency{1, 1, 1};  // of the first octave: cells per unit, by axis
  // The key that sets the frequency of an axis: its path in the node, such as frequency/0. Axes
  // with the same key have the same frequency.
  std::array<std::string_view, 3> frequency_keys{"frequency", "frequency", "frequency"};
  // False for a node that has no cells: then any period fits, positions have no limit, and the
  // frequency is 1.
  bool has_cells = true;

  // Sets the frequencies from the key `frequency`: a number for all axes, or one for each.
  void SetFrequency(const Node& node);
};

// The functions that the compiler calls for a node that is computed from positions: a noise, or
// another pattern, whose spec has no NoiseSpec. Every key of the node has a value. If the
// values violate a requirement of the type (recipe/fields/requirements.h), the compiler may still
// call them, but it throws before anything runs.
struct NoiseType {
  // Null: the keys dimensions, octaves, lacunarity, persistence and frequency define the lattice.
  Lattice (*lattice)(const Node& node) = nullptr;
  Bounds (*bounds)(const Node& node) = nullptr;
  // Returns the bounds of a node whose values depend on where it is sampled, in the picture: `box`
  // is its BoxArea::kPicture. If null, `bounds` does.
  Bounds (*bounds_within)(const Node& node, const PictureBox& box) = nullptr;
  // Returns whether the noise has nonzero slopes. If null, it always has.
  bool (*has_slopes)(const Node& node) = nullptr;
  // Returns whether each octave's lattice is shifted by a hash. If null, it never is.
  bool (*is_scattered)(const Node& node) = nullptr;
  // Returns a node whose octaves are `limit` where a distance that the noise uses is limited, and
  // less elsewhere; nullopt if nothing is limited. Null if the type has no limit.
  std::optional<Node> (*limit_probe)(const Node& node) = nullptr;
  // Returns the evaluations per sample of one octave: the number of cell corners, of feature points
  // in the neighbouring cells, or of waves along an axis.
  double (*evaluations)(const Node& node) = nullptr;
  // Returns the key besides `octaves` that multiplies the cost. Null if there is none.
  CostlyKey (*costly_key)(const Node& node) = nullptr;
  // Returns the numbers that must divide the numbers of cells along x and y in a tiled picture. If
  // null, 1.
  std::array<int, 2> (*cell_multiples)(const Node& node) = nullptr;
  // Returns how far a single shape reaches from its middle, and the key that says so. A tiled
  // picture must be twice as large: else the shape would be cut off at its edges. Null if there is
  // no such limit.
  Extent (*extent)(const Node& node) = nullptr;
  // Returns the mean distance between adjacent columns, in cells, over the octaves, above which a
  // picture on a grid is computed as an affine one. If null, it never is.
  double (*max_grid_step)(const Node& node) = nullptr;
  NoiseKernel (*make)(const Node& node, std::vector<Octave> octaves,
                      const KernelRequest& request) = nullptr;
};

struct NodeType {
  NodeSpec spec;
  // Emits the steps of a node and of its inputs. Null for nodes that set `noise` instead.
  Compiled (*compile)(Compiler& compiler, const NodeContext& context) = nullptr;
  std::optional<NoiseType> noise = {};
  // The same for results that are colours. Types whose result always is (NodeSpec::is_color) set
  // only this; those where it depends on an input (NodeSpec::color_if) set both.
  CompiledColor (*compile_color)(Compiler& compiler, const NodeContext& context) = nullptr;
  // Returns how many times the node computes its source. Null: once.
  int (*repeats)(const Node& node) = nullptr;
};

Lattice LatticeOf(const NoiseType& type, const Node& node);

// Returns all types, in the order of NodeSpecs(). Defined in nodes/all.cpp.
std::span<const NodeType> NodeTypes();

// Returns the type called `name`, or null.
const NodeType* FindNodeType(std::string_view name);

}  // namespace cobble
