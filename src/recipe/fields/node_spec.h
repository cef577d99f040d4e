// Specs of node types, as data: name, keys, and formulas as text. They stand in nodes/.
// Reading, checking, the schema, flags, help, lists and explanations derive from the specs.
// program/node_type.h describes how a type compiles.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/bounds.h"
#include "recipe/fields/field.h"

namespace cobble {

// A number is short for a constant. A ref names another node, not a type: {"ref": "rock"}.
inline constexpr std::string_view kConstantType = "constant", kRefType = "ref";
// The type that a colour on its own is short for: "teal", [0, 0.2, 1].
inline constexpr std::string_view kColorType = "color";

// An object inside a node, with its own types, such as the distribution of a hill. The node stores
// its values, as "distribution.type", "distribution.mean".
struct InnerObject {
  struct Type {
    std::string_view name;
    std::vector<Field> fields;
  };

  ObjectKind object;
  Field type;  // the row of `type`, a choice of the names below
  std::vector<Type> types;
};

// If `key` has the value `value`, then a noise supports only the values `required` of `other`.
// Values are JSON; an empty `value` stands for all except the default.
struct Requirement {
  std::string_view key, value;
  std::string_view other;
  std::vector<std::string_view> required;  // any of these
};

// The part of a spec that only noises have: nodes that sum octaves of a published function. Other
// nodes computed from positions, such as coordinate, count as operations.
struct NoiseSpec {
  std::string_view source;  // publications: authors, title, year
  Bounds bounds;            // without turbulence; 0..1 with turbulence
  std::vector<Requirement> requirements = {};
  std::string_view limited_bounds = {};  // if the key `limit` is above 1
};

// The values of a choice that are of spheres, and what to use on a plane instead. The others are
// flat. Without a key, there are none.
struct SphereChoices {
  std::string_view key = {};
  std::vector<std::string_view> values = {};
  std::string_view on_plane = {};
};

struct NodeSpec {
  std::string_view name = {};
  bool is_color = false;  // the result is a colour, not a number
  // The key of an input; the result is a colour if that input is. Empty: see is_color.
  std::string_view color_if = {};
  // A key, and its value that makes the result a colour, not a number. Empty: see is_color.
  Detail color_choice = {};
  bool shows_image = false;     // the key `name` names an image (recipe/images/images.h)
  bool places_image = false;    // shows each of its pixels once, in its place
  bool smooths_source = false;  // the result is the key `source` without small details
  bool shares_seed = false;     // nodes without a seed or pattern have the recipe's
  bool keeps_units = false;     // the result is the key `source` changed, in its place and units
  // Of a type that is flat, except for `of_spheres`: what to use on a sphere instead.
  std::string_view on_sphere = {};
  SphereChoices of_spheres = {};
  std::string_view summary = {};  // one line, for lists
  // Formulas of the value and its bounds, with the node's keys, the symbols below, and lo(a) and
  // hi(a), the bounds of the input `a`. Empty for noises.
  std::string_view value = {}, bounds = {};
  std::span<const Detail> details = {};  // how the value is computed, unless `value` says it
  std::optional<NoiseSpec> noise = {};
  // The keys that a call in a formula sets by place: terrace(source, levels, sharpness).
  std::vector<std::string_view> arguments = {};
  std::vector<Field> fields = {};  // in output order, without `type`
  std::vector<InnerObject> inner = {};
};

// All specs, in the order of lists and messages; ref is the last. Defined in nodes/all.cpp.
std::span<const NodeSpec* const> NodeSpecs();

// The specs of all noises, and of all other types.
std::vector<const NodeSpec*> NoiseSpecs();
std::vector<const NodeSpec*> OperationSpecs();

// Return the spec of a type (or null), and its index in NodeSpecs() (or nullopt).
const NodeSpec* FindNodeSpec(std::string_view name);
std::optional<int> NodeTypeNumber(std::string_view name);

// Returns whether the result is a colour. In: choice, the node's value for color_choice, or empty.
bool IsColorWith(const NodeSpec& spec, std::string_view choice);

// Returns whether a node needs no key except `type`, so that `--noise TYPE` makes one.
bool StandsAlone(const NodeSpec& spec);

// Returns whether the type has the key `turbulence`, which folds its values at 0.
bool HasTurbulence(const NodeSpec& spec);
// The bounds of noise with turbulence.
inline constexpr Bounds kTurbulentBounds{0, 1};

// A symbol in formulas: {"s", "s: the value of source"}. A word that ends in "(" is a function.
struct Symbol {
  std::string_view word, meaning;
};

std::span<const Symbol> Symbols();
// Returns the explanations of the symbols that a type's formulas use.
std::vector<std::string_view> MeaningsIn(const NodeSpec& spec);

}  // namespace cobble
