// Describes one recipe key as data: its values, default and help.
#pragma once

#include <array>
#include <bitset>
#include <optional>
#include <span>
#include <string_view>

#include "cobble/recipe.h"

namespace cobble {

// The kinds of objects in a recipe. A kind whose objects have a `type` key is divided into types,
// which are numbered in the order of that key's choices; each type has its own set of keys. Nodes
// have one more type, numbered last: the ref, which has a `ref` key instead of `type`.
enum class ObjectKind {
  kRecipe,
  kDomain,
  kWorld,
  kNormal,
  kCurvature,
  kAo,
  kBumpslopes,
  kLit,
  kNode,
  kDistribution
};

// The values that a key accepts, and the Value they are stored as.
enum class FieldType {
  kInteger,  // double
  kNumber,   // double
  kBool,     // bool
  kText,     // std::string
  kChoice,   // std::string, one of `choices`
  kSize,     // [width, height], or one number for both; stored as two doubles
  kVector,   // `count` numbers; stored as `count` doubles
  kScale,    // `count` numbers, or one for all; stored as `count` doubles
  kByAxis,   // a number, or a list of `minimum_count` to `count` numbers, one for each axis; stored
             // as one double or as several
  kList,     // a list of 1 to `count` numbers; stored as doubles
  kPairs,    // a list of 2 to `count` pairs [x, y], with increasing x; stored as x0, y0, x1, ...
  kColor,    // a colour as text, [r, g, b], or a number for grey; stored as three doubles, linear
  kColors,   // a list of 1 to `count` colours; stored as r0, g0, b0, r1, ...
  kStop,     // a pair [x, colour], an item of kStops; stored as x, r, g, b
  kStops,    // a list of 2 to `count` stops, with increasing x; stored as x0, r0, g0, b0, x1, ...
  kRange,    // one of `choices`, or two different numbers; std::string or two doubles
  kObject,   // an object of kind `inner`; in a node, the inner values are stored in the node
  kInput,    // a node; inside another node, also a number or a colour, see `accepts`
  kInputs,   // a list of 1 to `count` inputs, or a single input
  kNodes,    // an object of named nodes
  kMaps,     // an object of named inputs, each a map
  kPack,     // a list of 2 to `count` parts, each a map's name or a number; an item of kPacks
  kPacks,    // an object of named packs
};

// What an input may be: a node whose result is a number, or one whose result is a colour. Where a
// colour is accepted, a number is too: it is grey.
enum class Accepts { kNumber, kColor, kAny };

using Types = std::bitset<128>;  // a set of type numbers

// A word and its explanation, such as a choice of a key and its formula. `cobble explain` and the
// schema show them.
struct Detail {
  std::string_view word, text;
};

// Default limit on the magnitude of numbers: positions beyond 2^40 (1.1e12) cells are rejected
// anyway.
inline constexpr double kMaxMagnitude = 1e12;
// Minimum difference between two numbers whose difference is used as a divisor; keeps results
// within the range of float32.
inline constexpr double kMinDifference = 1e-9;
// Limit on the channels of colours, which are linear: 1 is white.
inline constexpr double kMaxChannel = 1e6;
inline constexpr double kMaxSeed = 4294967295;
// In degrees. Up to this magnitude, multiples of 90 are handled exactly.
inline constexpr double kMaxAngle = 1e6;

// Reads and writes a value in a recipe.
struct FieldAccess {
  Value (*get)(const Recipe&) = nullptr;
  void (*set)(Recipe&, const Value&) = nullptr;
};

// One row of the table of fields. Node types that accept different values for the same key have
// separate rows.
struct Field {
  ObjectKind object = ObjectKind::kNode;
  std::string_view key = {};
  FieldType type = FieldType::kNumber;

  // Limits on each number, whether single or in a list.
  double minimum = -kMaxMagnitude, maximum = kMaxMagnitude;
  bool exclusive_minimum = false;  // `minimum` itself is out of range
  bool not_zero = false;
  bool or_zero = false;  // 0 is valid even if it is below `minimum`
  int count = 1;
  Accepts accepts = Accepts::kNumber;  // of an input
  // Short forms of a kVector, kScale or kByAxis. The numbers that a short form of the first two
  // leaves out are those of `fallback`.
  int minimum_count = 0;          // length of the shortest list; 0: `count`
  bool single_sets_last = false;  // kVector: one number, not in a list, sets the last one
  // Keys of the same object. The number must be at least the value of `not_below`, and greater than
  // the value of `above` by at least kMinDifference.
  std::string_view not_below = {}, above = {};
  std::span<const std::string_view> choices = {};
  ObjectKind inner = ObjectKind::kRecipe;  // kind of the object, input or node
  // Keys of the same object that are mutually exclusive with this one.
  std::array<std::string_view, 2> excludes = {};
  // The key has an effect only if another key of the same object, `effective_if`, has one of the
  // values `effective_values`. Empty: it always has one. If the key is also `required`, it must be
  // present exactly then, and `effective_if` comes before it in the object's fields.
  std::string_view effective_if = {};
  std::array<std::string_view, 4> effective_values = {};
  // Hints for ends that are swapped or equal: of a key with `not_below` or `above`, or of a kRange
  // (equal only). Swapped ends also get the hint to swap them. In a formula, the call with its ends
  // swapped follows `swapped_formula`.
  std::string_view swapped_hint = {}, swapped_formula = {}, equal_hint = {};

  bool required = false;
  std::string_view fallback = {};      // the default, as JSON; of an input: a number
  std::string_view default_text = {};  // shown if `fallback` is empty

  std::string_view help = {};
  // If the field has choices, the first words are those choices, in their order.
  std::span<const Detail> details = {};

  // For objects with types, whose values are stored in the Node: the types that use the key. Set by
  // Fields().
  Types used_by = {};
  FieldAccess access = {};  // for all other objects: the value in the Recipe
  // Computes a default that depends on other keys; nullopt: it is `fallback`. A value equal to this
  // default is not written out, so it continues to follow those keys.
  std::optional<Value> (*derived)(const Recipe&) = nullptr;
  // A key of the recipe that alone decides the derived default, which is then the only valid value.
  // Where a layer sets that key, the value that a lower layer gives to this one is dropped.
  std::string_view follows = {};
};

}  // namespace cobble
