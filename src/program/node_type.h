// A type of node: what there is to say of it (recipe/node_spec.h), and how it becomes steps of a
// Program. nodes/ has one file a type, and nodes/all.cpp one row.
#ifndef COBBLE_PROGRAM_NODE_TYPE_H_
#define COBBLE_PROGRAM_NODE_TYPE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"
#include "core/bounds.h"
#include "noise/kernel.h"
#include "recipe/node_spec.h"

namespace cobble {

class Compiler;
struct Compiled;
struct Visit;

// A kernel with its arguments.
struct NoiseKernel {
  std::shared_ptr<const void> args;
  Kernel kernel;
};

// What a noise asks of the selector of its family.
struct KernelRequest {
  int slopes = 0;  // that are written, as the family's header says
  Frame::Kind kind = Frame::kGrid;
  int64_t simd_target = 0;
};

// A key that multiplies what a sample costs, and by how much.
struct CostlyKey {
  double factor = 0;
  std::string_view key;
};

// What the compiler asks of a noise. Nodes are complete; those that `check` refuses reach no other
// of these functions but `bounds`.
struct NoiseType {
  // Reports every key whose value does not go with the node's others; null where all do.
  using Report = std::function<void(std::string_view key, const std::string& message)>;
  void (*check)(const Node& node, const Report& report) = nullptr;
  Bounds (*bounds)(const Node& node) = nullptr;
  // Whether any slope is not 0; null where that is always so.
  bool (*has_slopes)(const Node& node) = nullptr;
  // Evaluations that a sample of one octave takes: one for each neighbour that it looks at, be it a
  // corner of its cell, a point of the cells around, or a wave along an axis.
  double (*evaluations)(const Node& node) = nullptr;
  // The key beside `octaves` that multiplies the cost; null where there is none.
  CostlyKey (*costly_key)(const Node& node) = nullptr;
  // In a tiled picture the number of cells along y must be a multiple of this; null: of 1.
  int (*row_multiple)(const Node& node) = nullptr;
  NoiseKernel (*make)(const Node& node, std::vector<Octave> octaves,
                      const KernelRequest& request) = nullptr;
};

struct NodeType {
  NodeSpec spec;
  // Emits the steps of a node of this type and of its inputs. Null for noises, which have `noise`.
  Compiled (*compile)(Compiler& compiler, const Visit& visit) = nullptr;
  const NoiseType* noise = nullptr;
};

// All types, in the order of NodeSpecs(). Defined by nodes/all.cpp.
std::span<const NodeType* const> NodeTypes();

// The type called `name`; null where there is none.
const NodeType* FindNodeType(std::string_view name);

}  // namespace cobble

#endif  // COBBLE_PROGRAM_NODE_TYPE_H_
