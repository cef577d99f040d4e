// THE table of fields: every key of a recipe, once. Reading, checking, defaults, merging, writing,
// schema, flags and suggestions derive from it; to add a key is to add a row.
#ifndef COBBLE_RECIPE_FIELDS_H_
#define COBBLE_RECIPE_FIELDS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"

namespace cobble {

// The objects of a recipe that have keys. Those with a key `type` have types, which are counted in
// the order of that row's choices, and each type uses keys of its own. Of nodes there is one type
// more, kRef: those that have a key `ref` and none that says a type.
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

using Types = uint64_t;  // a set of an object's types: bit (1 << type)

// Nothing is farther away: past 2^40 (1.1e12) cells a recipe is refused anyway.
inline constexpr double kFar = 1e12;
// Closer limits of a range would take heights out of float32, and so for all that is divided by.
inline constexpr double kLeastDifference = 1e-9;

// One key of an object. Types that take different values for a key have a row each, with the same
// flag.
struct Field {
  ObjectKind object;
  std::string_view key;
  FieldType type;

  // Of numbers, whether alone or in a list.
  double least = -kFar, greatest = kFar;
  bool above_least = false;  // `least` itself is not in range
  bool not_zero = false;
  bool or_zero = false;  // 0 too, though it is below `least`
  int count = 1;
  // Keys of the same object: what the number must not be below, and what it must be above by
  // kLeastDifference.
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

  // Keys of objects with types: those that use it. Its Value stands in the Node.
  Types used_by = 0;
  // Keys of other objects: its Value in the Recipe.
  Value (*get)(const Recipe&) = nullptr;
  void (*set)(Recipe&, const Value&) = nullptr;
  // The default that follows from other keys. A value that is it is not written, so that it goes on
  // following them.
  Value (*derived)(const Recipe&) = nullptr;
};

std::span<const Field> Fields();
// The row of a key; where types have rows of their own, that of `type`, or else the first.
const Field* FindField(ObjectKind object, std::string_view key,
                       std::optional<int> type = std::nullopt);
// The first row, by flag or alias, with its dashes.
const Field* FindFlag(std::string_view flag);

// The names of an object's types; none where it has no types. And the type of that name.
std::span<const std::string_view> TypesOf(ObjectKind object);
std::optional<int> FindType(ObjectKind object, std::string_view name);
// Whether objects of that type have the key.
bool Uses(int type, const Field& field);
inline bool Uses(NodeType type, const Field& field) { return Uses(static_cast<int>(type), field); }
// The names of the types that use a row; of those that use any row of the key.
std::vector<std::string_view> UsersOf(const Field& field);
std::vector<std::string_view> UsersOf(ObjectKind object, std::string_view key);
// Whether one of them stands instead of the other.
bool Excludes(const Field& a, const Field& b);

// All words that may stand in a place, for suggestions.
std::vector<std::string_view> KeysOf(ObjectKind object, std::optional<int> type = std::nullopt);
std::vector<std::string_view> FlagNames();

// A user's own key, "x-...", which is ignored.
bool IsOwnKey(std::string_view key);

// What a node may be called, and that in words that follow "must be".
bool IsName(std::string_view name);
inline constexpr std::string_view kNameRule =
    "1 to 100 bytes of text without /, ~ and control characters";

// A pair of a field of type kPairs, as a field of its own: two numbers.
Field PairOf(const Field& field);

// The path of the object that flags and short names mean, as keys from the root: "", "domain",
// "noise.distribution"; and of a field: "size", "noise.octaves".
std::string PathOf(ObjectKind object);
std::string PathOf(const Field& field);

// What the field takes, in words that follow "must be": "a whole number from 1 to 32".
std::string Rule(const Field& field);
// What one item of a list takes, or one named node.
std::string ItemRule(const Field& field);
// That a step of a path is no item of the field's list.
std::string NoItem(const Field& field, std::string_view step);
// A limit as people write it: "1e12", "0.95".
std::string LimitText(double limit);

}  // namespace cobble

#endif  // COBBLE_RECIPE_FIELDS_H_
