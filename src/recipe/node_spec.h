// What there is to say of each type of node, as data: its name, its keys, and what it makes of its
// inputs, in words. nodes/ has one file a type. Reading, checking, the schema, flags, help, lists
// and explanations derive from these specs; how a type computes, program/node_type.h says.
#ifndef COBBLE_RECIPE_NODE_SPEC_H_
#define COBBLE_RECIPE_NODE_SPEC_H_

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/bounds.h"
#include "recipe/field.h"

namespace cobble {

// Two types belong to the syntax of recipes. A number stands for a constant, and a ref is an object
// that names a node ({"ref": "rock"}) instead of a type.
inline constexpr std::string_view kConstantType = "constant", kRefType = "ref";

// An object inside of a node that has types of its own, as the distribution of a hill has. Its
// values stand in the node, under "distribution.type", "distribution.mean".
struct InnerObject {
  struct Type {
    std::string_view name;
    std::vector<Field> fields;
  };

  ObjectKind object;
  Field type;  // the row of the key `type`: a choice of the names below
  std::vector<Type> types;
};

// What only a noise has.
struct NoiseSpec {
  std::string_view source;  // authors, title, year
  Bounds bounds;            // without turbulence; with it 0..1
};

struct NodeSpec {
  std::string_view name = {};
  std::string_view summary = {};  // a line for lists
  // Formulas over the node's keys, symbols (below), and lo(a) and hi(a), the bounds of the input
  // `a`. Noises have none.
  std::string_view value = {}, bounds = {};
  std::optional<NoiseSpec> noise = {};
  std::vector<Field> fields = {};  // in the order of writing, without `type`
  std::vector<InnerObject> inner = {};
};

// One a type, in the order in which lists and messages name them; ref is the last. nodes/all.cpp
// defines it.
std::span<const NodeSpec* const> NodeSpecs();

// Those that are noises, and those that are not.
std::vector<const NodeSpec*> NoiseSpecs();
std::vector<const NodeSpec*> OperationSpecs();

// The spec of the type called `name`, and its number; null, or nothing, where there is none.
const NodeSpec* FindNodeSpec(std::string_view name);
std::optional<int> NodeTypeNumber(std::string_view name);

// Whether the values of nodes of that type can be folded at 0: whether it has a key `turbulence`.
bool HasTurbulence(const NodeSpec& spec);

// A word of the formulas, and what it stands for: {"s", "s: the value of source"}. One that ends in
// a bracket is a function.
struct Symbol {
  std::string_view word, meaning;
};

std::span<const Symbol> Symbols();
// Those that the formulas of a type use.
std::vector<std::string_view> MeaningsIn(const NodeSpec& spec);

}  // namespace cobble

#endif  // COBBLE_RECIPE_NODE_SPEC_H_
