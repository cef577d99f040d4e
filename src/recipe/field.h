// One key of an object of a recipe, as data: what it takes, its default, its flag, its help.
#ifndef COBBLE_RECIPE_FIELD_H_
#define COBBLE_RECIPE_FIELD_H_

#include <array>
#include <bitset>
#include <span>
#include <string_view>

#include "cobble/recipe.h"

namespace cobble {

// The objects of a recipe that have keys. Those with a key `type` have types, numbered in the order
// of that row's choices, and each type uses keys of its own. Nodes have one type more, the last: a
// ref has a key `ref` instead of a `type`.
enum class ObjectKind { kRecipe, kDomain, kNormal, kCurvature, kAo, kNode, kDistribution };

// What a key holds, and the Value it becomes.
enum class FieldType {
  kWhole,   // double
  kNumber,  // double
  kFlag,    // bool
  kText,    // std::string
  kChoice,  // std::string, one of `choices`
  kSize,    // [width, height], or one number for both; two doubles
  kVector,  // `count` numbers; as many doubles
  kScale,   // `count` numbers, or one for all; as many doubles
  kList,    // a list of 1 to `count` numbers; as many doubles
  kPairs,   // a list of 2 to `count` pairs [x, y], x rising; x0, y0, x1, y1, ... as doubles
  kRange,   // one of `choices`, or two numbers that differ; std::string or two doubles
  kObject,  // an object of kind `inner`; in a node, its values stand in the node
  kInput,   // a node, or inside of nodes a number
  kInputs,  // a list of 1 to `count` of these, or one
  kNodes,   // an object of nodes by their names
};

using Types = std::bitset<128>;  // a set of an object's types, by their numbers

// Nothing is farther away: past 2^40 (1.1e12) cells a recipe is refused anyway.
inline constexpr double kFar = 1e12;
// Closer limits of a range would take heights out of float32, and so for all that is divided by.
inline constexpr double kMinDifference = 1e-9;
inline constexpr double kMaxSeed = 4294967295;
// Degrees; up to here a multiple of 90 is found exactly.
inline constexpr double kMaxAngle = 1e6;

// One key of an object. Types that take different values for a key have a row each, with the same
// flag.
struct Field {
  ObjectKind object = ObjectKind::kNode;
  std::string_view key = {};
  FieldType type = FieldType::kNumber;

  // Of numbers, whether alone or in a list.
  double minimum = -kFar, maximum = kFar;
  bool exclusive_minimum = false;  // `least` itself is not in range
  bool not_zero = false;
  bool or_zero = false;  // 0 too, though it is below `least`
  int count = 1;
  // Keys of the same object: what the number must not be below, and what it must be above by
  // kMinDifference.
  std::string_view not_below = {}, above = {};
  std::span<const std::string_view> choices = {};
  ObjectKind inner = ObjectKind::kRecipe;  // kObject, kInput, kInputs, kNodes
  // Keys of the same object that this one stands instead of: where it is there, they are not.
  std::array<std::string_view, 2> instead_of = {};

  bool required = false;
  std::string_view fallback = {};   // the default, as JSON
  std::string_view otherwise = {};  // in words, what holds where there is no default

  std::string_view flag = {}, alias = {};
  std::string_view help = {};

  // Keys of objects with types: those that use it, filled in by Fields(). Its Value stands in the
  // Node.
  Types used_by = {};
  // Keys of other objects: its Value in the Recipe.
  Value (*get)(const Recipe&) = nullptr;
  void (*set)(Recipe&, const Value&) = nullptr;
  // The default that follows from other keys. A value that is it is not written, so that it goes on
  // following them.
  Value (*derived)(const Recipe&) = nullptr;
};

}  // namespace cobble

#endif  // COBBLE_RECIPE_FIELD_H_
