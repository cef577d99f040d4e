// THE table of fields: every key of a recipe, once. Reading, checking, defaults, merging, writing,
// schema, flags and suggestions derive from it. Rows of nodes come from their types' specs
// (node_spec.h), all others stand in fields.cpp.
#ifndef COBBLE_RECIPE_FIELDS_H_
#define COBBLE_RECIPE_FIELDS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/field.h"

namespace cobble {

// The rows of all objects but nodes and what nodes hold.
std::span<const Field> RecipeFields();
// All rows. A row that several types of node have in common stands once.
std::span<const Field> Fields();
// The rows of one type of an object, or of an object without types, in the order of writing.
std::span<const Field* const> FieldsOf(ObjectKind object, int type = 0);
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
