// The single table of fields: one row for every key of a recipe. Reading, checking, defaults,
// merging, writing, the schema, flags and suggestions derive from it. Rows of nodes come from the
// specs of their types (node_spec.h); all others are in fields.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/fields/field.h"

namespace cobble {

// All rows except those of nodes and objects inside nodes.
std::span<const Field> RecipeFields();
// All rows. A row that several node types share occurs once.
std::span<const Field> Fields();
// Returns the rows of an object's type (0 if it has no types), in output order.
std::span<const Field* const> FieldsOf(ObjectKind object, int type = 0);
// Returns the rows of a key, of all objects.
std::span<const Field* const> FieldsNamed(std::string_view key);
// Returns the row of a key, or null. If types have separate rows: the row of `type`, or the first.
const Field* FindField(ObjectKind object, std::string_view key,
                       std::optional<int> type = std::nullopt);
// Returns the row of a key that the type uses, or null.
const Field* FindFieldOf(ObjectKind object, int type, std::string_view key);
// Returns the first row of the key at a dotted path from the root ("noise.octaves"), or null.
const Field* FindFieldAt(std::string_view path);

// Return the names of an object's types in order, if it has any, and the index of one, or nullopt.
std::span<const std::string_view> TypesOf(ObjectKind object);
std::optional<int> FindType(ObjectKind object, std::string_view name);
bool Uses(int type, const Field& field);
// Return the names of the types that use a row, or any row of a key.
std::vector<std::string_view> UsersOf(const Field& field);
std::vector<std::string_view> UsersOf(ObjectKind object, std::string_view key);
bool AreExclusive(const Field& a, const Field& b);

// Returns all keys of an object (of one type, or of any type), for suggestions.
std::vector<std::string_view> KeysOf(ObjectKind object, std::optional<int> type = std::nullopt);

// User-defined keys ("x-...") are ignored.
bool IsUserKey(std::string_view key);

// The rules for names follow "must be" in messages.
bool IsNodeName(std::string_view name);
inline constexpr std::string_view kNodeNameRule =
    "1 to 100 bytes of text without /, ~ or control characters";
// For maps and packs.
bool IsMapName(std::string_view name);
inline constexpr std::string_view kMapNameRule =
    "1 to 100 lower-case letters, digits, - and _ that start with a letter";
// For knobs and functions: names of formulas.
bool IsKnobName(std::string_view name);
inline constexpr std::string_view kKnobNameRule =
    "1 to 100 letters, digits and _ that start with a letter, with single hyphens between them";
// Returns an error if a named item of the field cannot have that name, or "".
std::string NameError(const Field& field, std::string_view name);

// Returns the lengths of lists that a field of numbers accepts, ascending: {2, 3}. 1 stands for a
// single number outside a list, if the field has that short form.
std::vector<int> LengthsOf(const Field& field);

int MaxLength(const Field& field);

std::string_view NameOf(FieldType type);  // "by-axis"
// How values of a type are built. A kPack and types with items (ItemOf) are lists, if not kNamed.
enum class FieldShape { kPlain, kList, kObject, kNamed };
FieldShape ShapeOf(FieldType type);
bool IsNumbers(FieldType type);      // a list of numbers, or a range
bool IsInput(FieldType type);        // kInput or kInputs
bool IsValue(FieldType type);        // numbers or colours, which formulas of numbers can give
bool HasNamedNodes(FieldType type);  // kNodes or kMaps
bool IsWhole(const Field& field);
// Returns the row of another type that takes a number for each axis under the same key, or null.
const Field* ByAxisRow(const Field& number);
// Returns the separators of a value's numbers in a flag, the usual one first; empty for one number.
std::string_view SeparatorsOf(FieldType type);
// Returns whether the field is a range whose ends may be shares of the picture.
inline bool TakesShares(const Field& field) {
  return field.type == FieldType::kRange && !field.choices.empty();
}
// Returns the number of a percentage, "2%"; nullopt for any other text, or beyond 0 to 100.
std::optional<double> ParseShare(std::string_view text);

// Returns the field of an item of the field's list (a pair of a kPairs, the colour of a kStop) or
// of a named item (a map). Items differ by index only in a kStop. Returns nullopt if the value has
// no items, and for a kPack, whose parts ItemRule describes.
std::optional<Field> ItemOf(const Field& field, std::size_t index = 0);

// Return the dotted path from the root at which flags set an object ("", "domain",
// "noise.distribution") or a field ("size", "noise.octaves").
std::string PathOf(ObjectKind object);
std::string PathOf(const Field& field);

// Returns the rule for a value, after "must be" in messages: "a whole number from 1 to 32".
std::string Rule(const Field& field);
// Return the rule, without the choices if there are more than 16, and the hint that says where
// those are listed; empty for fewer.
std::string ShortRule(const Field& field);
std::string_view ChoicesHint(const Field& field);
// The rule for an item of a list, or for a named node.
std::string ItemRule(const Field& field);
// Returns the error message for a path whose `step` is not a valid index into the field's list.
std::string BadIndex(const Field& field, std::string_view step);
// Returns the explanation of a choice or of another word of its details; empty if it has none.
std::string_view DetailOf(const Field& field, std::string_view word);
// Returns the condition for a field with `effective_if`: "mode": "height".
std::string ConditionText(const Field& field);
// Formats a limit in short notation: "1e12", "0.95".
std::string LimitText(double limit);

}  // namespace cobble
