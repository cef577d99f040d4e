// Specs of node types, as data: name, keys, and formulas as text. nodes/ has one file per type.
// Reading, checking, the schema, flags, help, lists and explanations are derived from the specs;
// program/node_type.h describes how a type is compiled.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/bounds.h"
#include "recipe/fields/field.h"

namespace cobble {

// The types that are part of the syntax: a number is short for a constant, and a ref is an
// object that names another node ({"ref": "rock"}) instead of a type.
inline constexpr std::string_view kConstantType = "constant", kRefType = "ref";
// The type that a colour on its own is short for: "teal", [0, 0.2, 1].
inline constexpr std::string_view kColorType = "color";

// An object inside a node, with types of its own, such as the distribution of a hill. Its values
// are stored in the node, as "distribution.type", "distribution.mean".
struct InnerObject {
  struct Type {
    std::string_view name;
    std::vector<Field> fields;
  };

  ObjectKind object;
  Field type;  // the row of the key `type`: a choice of the names below
  std::vector<Type> types;
};

// A combination of values that a noise supports: if `key` has the value `value`, then `other` must
// have the value `required`. Values are JSON; an empty `value` stands for all except the default.
struct Requirement {
  std::string_view key, value;
  std::string_view other;
  std::vector<std::string_view> required;  // any of these
};

// The part of a spec that only noises have: nodes that sum octaves of a published function. Other
// nodes that are computed from positions, such as coordinate, are listed with the operations.
struct NoiseSpec {
  std::string_view source;  // publications: authors, title, year
  Bounds bounds;            // without turbulence; with turbulence they are 0..1
  std::vector<Requirement> requirements = {};
  std::string_view limited_bounds = {};  // if the key `limit` is above 1
};

struct NodeSpec {
  std::string_view name = {};
  bool is_color = false;  // the result is a colour, not a number
  // The key of an input: the result is a colour if that input is. Empty: see is_color.
  std::string_view color_if = {};
  // A key, and its value with which the result is a colour, although it is a number otherwise.
  // Empty: see is_color.
  Detail color_choice = {};
  bool shows_image = false;       // the key `name` is that of an image (recipe/images/images.h)
  std::string_view summary = {};  // one line, for lists
  // Formulas of the value and its bounds, over the node's keys, the symbols below, and lo(a) and
  // hi(a), the bounds of the input `a`. Empty for noises.
  std::string_view value = {}, bounds = {};
  std::span<const Detail> details = {};  // how the value is computed, where `value` does not say it
  std::optional<NoiseSpec> noise = {};
  // The keys that a call sets by place in a formula, in order: terrace(source, levels, sharpness).
  std::vector<std::string_view> arguments = {};
  std::vector<Field> fields = {};  // in output order, without `type`
  std::vector<InnerObject> inner = {};
};

// Returns all specs, in the order used by lists and messages; ref is the last. Defined in
// nodes/all.cpp.
std::span<const NodeSpec* const> NodeSpecs();

// Return the specs of all noises, and those of all other types.
std::vector<const NodeSpec*> NoiseSpecs();
std::vector<const NodeSpec*> OperationSpecs();

// Return the spec of the type called `name` (or null), and its index in NodeSpecs() (or nullopt).
const NodeSpec* FindNodeSpec(std::string_view name);
std::optional<int> NodeTypeNumber(std::string_view name);

// Returns whether the type's result is a colour. In: choice, the node's value of the key
// color_choice; empty if it has none.
bool IsColorWith(const NodeSpec& spec, std::string_view choice);

// Returns whether a node of the type needs no key except `type`, so that `--noise TYPE` makes one.
bool StandsAlone(const NodeSpec& spec);

// Returns whether the type has a key `turbulence`, which folds its values at 0.
bool HasTurbulence(const NodeSpec& spec);
// The bounds of noise with turbulence.
inline constexpr Bounds kTurbulentBounds{0, 1};

// A symbol in formulas and its explanation: {"s", "s: the value of source"}. A word that ends in
// "(" is a function.
struct Symbol {
  std::string_view word, meaning;
};

std::span<const Symbol> Symbols();
// Returns the explanations of the symbols that a type's formulas use.
std::vector<std::string_view> MeaningsIn(const NodeSpec& spec);

}  // namespace cobble
