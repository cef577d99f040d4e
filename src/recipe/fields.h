// THE table of fields: every key of a recipe, once. Reading, checking, defaults, merging, writing,
// schema, flags and suggestions derive from it; to add a key is to add a row.
#ifndef COBBLE_RECIPE_FIELDS_H_
#define COBBLE_RECIPE_FIELDS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe.h"

namespace cobble {

// The objects of a recipe that have keys.
enum class ObjectKind { kRecipe, kDomain, kNormal, kNode };

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
  kRange,   // one of `choices`, or two numbers that differ; std::string or two doubles
  kObject,  // an object of kind `inner`
  kInput,   // a node, or inside of nodes a number
  kInputs,  // a list of 1 to `count` of these, or one
};

using NodeTypes = uint64_t;  // a set: bit (1 << type)

// Nothing is farther away: past 2^40 (1.1e12) cells a recipe is refused anyway.
inline constexpr double kFar = 1e12;
// Closer limits of a range would take heights out of float32.
inline constexpr double kLeastDifference = 1e-9;

struct Field {
  ObjectKind object;
  std::string_view key;
  FieldType type;

  // Of numbers, whether alone or in a list.
  double least = -kFar, greatest = kFar;
  bool above_least = false;  // `least` itself is not in range
  bool not_zero = false;
  int count = 1;
  std::span<const std::string_view> choices = {};
  ObjectKind inner = ObjectKind::kRecipe;  // kObject, kInput, kInputs

  bool required = false;
  std::string_view fallback = {};   // the default, as JSON
  std::string_view otherwise = {};  // in words, what holds where there is no default

  std::string_view flag = {}, alias = {};
  std::string_view help = {};

  // Keys of a node: the types that use it. Its Value stands in the Node.
  NodeTypes used_by = 0;
  // Keys of other objects: its Value in the Recipe.
  Value (*get)(const Recipe&) = nullptr;
  void (*set)(Recipe&, const Value&) = nullptr;
  // The default that follows from other keys. A value that is it is not written, so that it goes on
  // following them.
  Value (*derived)(const Recipe&) = nullptr;
};

std::span<const Field> Fields();
const Field* FindField(ObjectKind object, std::string_view key);
// By flag or alias, with its dashes.
const Field* FindFlag(std::string_view flag);

// Whether nodes of that type have the key, which is one of a node.
bool Uses(NodeType type, const Field& field);
// The names of the node types that do.
std::vector<std::string_view> UsersOf(const Field& field);

// All words that may stand in a place, for suggestions.
std::vector<std::string_view> KeysOf(ObjectKind object);
std::vector<std::string_view> KeysOf(NodeType type);
std::vector<std::string_view> FlagNames();

// A user's own key, "x-...", which is ignored.
bool IsOwnKey(std::string_view key);

// The path of the object that flags and short names mean, as keys from the root: "", "domain",
// "noise"; and of a field: "size", "noise.octaves".
std::string_view PathOf(ObjectKind object);
std::string PathOf(const Field& field);

// What the field takes, in words that follow "must be": "a whole number from 1 to 32".
std::string Rule(const Field& field);
// What one item of a list takes.
std::string ItemRule(const Field& field);

}  // namespace cobble

#endif  // COBBLE_RECIPE_FIELDS_H_
