// Describes a recipe's key as data: its values, default and help.
#pragma once

#include <array>
#include <bitset>
#include <optional>
#include <span>
#include <string_view>

#include "cobble/recipe.h"
#include "core/bounds.h"

namespace cobble {

// The kinds of objects in a recipe. A kind whose objects have a `type` key is divided into types,
// each with its own keys, numbered in the order of that key's choices. Nodes have one more type,
// the last: the ref, which has a `ref` key instead of `type`.
enum class ObjectKind {
  kRecipe,
  kDomain,
  kWorld,
  kNormal,
  kCurvature,
  kAo,
  kBumpslopes,
  kLit,
  kKnob,
  kFunction,
  kNode,
  kDistribution
};

// The values that a key accepts, and the Value that stores them.
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
  kRange,    // one of `choices`, or two different numbers; std::string or two doubles. With choices
             // also shares such as "2%": low, high, and 1 for each that is a percentage, else 0
  kObject,   // an object of kind `inner`; in a node, the inner values are stored in the node
  kInput,    // a node; inside another node, also a number or a colour, see `accepts`
  kInputs,   // a list of 1 to `count` inputs, or a single input
  kNodes,    // an object of named nodes
  kMaps,     // an object of named inputs, each a map
  kPack,     // a list of 2 to `count` parts, each a map's name or a number; an item of kPacks
  kPacks,    // an object of named packs
  kKnobValue,  // a number, or a colour as in kColor; stored as one double or three
  kKnobs,      // an object of named knobs
  kFunctions,  // an object of named functions
};

// Whether an input may be a node whose result is a number, or one whose result is a colour. Where a
// colour is accepted, a number is too, as grey.
enum class Accepts { kNumber, kColor, kAny };

using Types = std::bitset<128>;  // a set of type numbers

// A word and its explanation, such as a choice and its formula. Shown by `explain` and the schema.
struct Detail {
  std::string_view word, text;
};

// Default limit on numbers: positions beyond 2^40 (1.1e12) cells are rejected anyway.
inline constexpr double kMaxMagnitude = 1e12;
// Minimum difference of two numbers where it is a divisor; keeps results within float32.
inline constexpr double kMinDifference = 1e-9;
// Limit on the linear channels of colours; 1 is white.
inline constexpr double kMaxChannel = 1e6;
inline constexpr double kMaxSeed = 4294967295;
// In degrees. Multiples of 90 are exact up to this magnitude.
inline constexpr double kMaxAngle = 1e6;

struct FieldAccess {
  Value (*get)(const Recipe&) = nullptr;
  void (*set)(Recipe&, const Value&) = nullptr;
};

// A row of the table of fields. Node types with different values for one key have separate rows.
struct Field {
  ObjectKind object = ObjectKind::kNode;
  std::string_view key = {};
  FieldType type = FieldType::kNumber;

  // Limits on each number, single or in a list.
  double minimum = -kMaxMagnitude, maximum = kMaxMagnitude;
  bool exclusive_minimum = false;  // `minimum` itself is out of range
  bool not_zero = false;
  bool or_zero = false;  // 0 is valid even below `minimum`
  // Where numbers are useful, for sliders. Equal: it follows from the limits and the default.
  Bounds useful = {};
  int count = 1;
  Accepts accepts = Accepts::kNumber;  // of an input
  // Short forms of a kVector, kScale or kByAxis. `fallback` fills in the first two.
  int minimum_count = 0;          // length of the shortest list; 0: `count`
  bool single_sets_last = false;  // kVector: a single number sets the last one
  // Keys of the same object. The number must be at least the value of `not_below`, and exceed the
  // value of `above` by at least kMinDifference.
  std::string_view not_below = {}, above = {};
  std::span<const std::string_view> choices = {};
  ObjectKind inner = ObjectKind::kRecipe;  // kind of the object, input or node
  // Keys of the same object that exclude this one.
  std::array<std::string_view, 2> excludes = {};
  // The key has an effect only if `effective_if`, another key of the same object, has one of
  // `effective_values`; always if empty. If the key is also `required`, it must be present exactly
  // then, and `effective_if` comes before it in the object's fields.
  std::string_view effective_if = {};
  std::array<std::string_view, 4> effective_values = {};
  // Hints for swapped or equal ends: of a key with `not_below` or `above`, or of a kRange (equal
  // only). Swapped ends also get the hint to swap them; in a formula, `swapped_formula` precedes
  // the call with its ends swapped.
  std::string_view swapped_hint = {}, swapped_formula = {}, equal_hint = {};

  bool required = false;
  std::string_view fallback = {};      // the default, as JSON; of an input: a number
  std::string_view default_text = {};  // shown if `fallback` is empty

  std::string_view help = {};
  // The first words are the field's choices, if any, in order.
  std::span<const Detail> details = {};

  // For objects with types, whose values the Node stores: the types that use the key, by Fields().
  Types used_by = {};
  FieldAccess access = {};  // for all other objects: the value in the Recipe
  // Computes a default that depends on other keys; nullopt: it is `fallback`. A value equal to it
  // is not written out, so it keeps following those keys.
  std::optional<Value> (*derived)(const Recipe&) = nullptr;
  // A key of the recipe that alone decides the derived default, then the only valid value. A layer
  // that sets that key drops the value that a lower layer gives to this one.
  std::string_view follows = {};
};

}  // namespace cobble
