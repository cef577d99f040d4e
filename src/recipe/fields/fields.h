// The single table of fields: one row for every key of a recipe. Reading, checking, defaults,
// merging, writing, the schema, flags and suggestions are derived from it. The rows of nodes come
// from the specs of their types (node_spec.h); all others are in fields.cpp.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/fields/field.h"

namespace cobble {

// Returns the rows of all objects except nodes and objects inside nodes.
std::span<const Field> RecipeFields();
// Returns all rows. A row shared by several node types occurs once.
std::span<const Field> Fields();
// Returns the rows of one type of an object (0 if the object has no types), in output order.
std::span<const Field* const> FieldsOf(ObjectKind object, int type = 0);
// Returns the row of a key, or null. If types have separate rows for the key, returns that of
// `type`, or else the first.
const Field* FindField(ObjectKind object, std::string_view key,
                       std::optional<int> type = std::nullopt);
// Returns the first row of the key at a dotted path from the root ("noise.octaves"), or null.
const Field* FindFieldAt(std::string_view path);

// TypesOf returns the names of an object's types, in order; empty if it has none. FindType returns
// the index of the type called `name`, or nullopt.
std::span<const std::string_view> TypesOf(ObjectKind object);
std::optional<int> FindType(ObjectKind object, std::string_view name);
// Returns whether objects of that type use the field.
bool Uses(int type, const Field& field);
// Return the names of the types that use a row, or any row of a key.
std::vector<std::string_view> UsersOf(const Field& field);
std::vector<std::string_view> UsersOf(ObjectKind object, std::string_view key);
// Returns whether the two keys are mutually exclusive.
bool AreExclusive(const Field& a, const Field& b);

// Returns all keys of an object (of one type, or of any type), for suggestions.
std::vector<std::string_view> KeysOf(ObjectKind object, std::optional<int> type = std::nullopt);

// Returns whether `key` is user-defined ("x-..."); such keys are ignored.
bool IsUserKey(std::string_view key);

// Returns whether a node can have that name. The rule for names follows "must be" in messages.
bool IsNodeName(std::string_view name);
inline constexpr std::string_view kNodeNameRule =
    "1 to 100 bytes of text without /, ~ or control characters";
// Returns whether a map or a pack can have that name.
bool IsMapName(std::string_view name);
inline constexpr std::string_view kMapNameRule =
    "1 to 100 lower-case letters, digits and hyphens that start with a letter";
// Returns an error message if an item of the field, which is a kNodes, kMaps or kPacks, cannot have
// that name; else an empty string.
std::string NameError(const Field& field, std::string_view name);

// Returns the lengths of the lists that a field of numbers accepts, in ascending order: {2, 3}. 1
// stands for a single number, which need not be in a list, if the field has such a short form.
std::vector<int> LengthsOf(const Field& field);

// Returns the maximum length of the lists that the field accepts.
int MaxLength(const Field& field);

// What the values of a type are made of: a kPack and all types with an item (ItemOf) are lists, but
// for the objects of named items.
enum class FieldShape { kPlain, kList, kObject, kNamed };
FieldShape ShapeOf(FieldType type);
// Returns whether the field's numbers are whole ones.
bool IsWhole(const Field& field);
// Returns the row of a type that takes a number for each axis under the key of a single number;
// null if there is none.
const Field* ByAxisRow(const Field& number);
// Returns the characters that separate the numbers of a value in a flag, the usual one first; empty
// if the value has no form of several numbers.
std::string_view SeparatorsOf(FieldType type);

// Returns the field that describes one item of the field's list (a pair of a kPairs, the colour of
// a kStop) or one of its named items (a map). Only in a kStop do items differ by their index.
// Returns nullopt if the value is not made of items, and for a kPack, whose parts are described by
// ItemRule.
std::optional<Field> ItemOf(const Field& field, std::size_t index = 0);

// Return the dotted path from the root at which flags set an object ("", "domain",
// "noise.distribution") or a field ("size", "noise.octaves").
std::string PathOf(ObjectKind object);
std::string PathOf(const Field& field);

// Returns the rule for the field's value, which follows "must be" in messages: "a whole number from
// 1 to 32".
std::string Rule(const Field& field);
// Return the rule for messages, which does not list the choices if there are more than ten, and a
// hint that says where they are listed instead; empty otherwise.
std::string ShortRule(const Field& field);
std::string_view ChoicesHint(const Field& field);
// Returns the rule for one item of a list, or for one named node.
std::string ItemRule(const Field& field);
// Returns the error message for a path whose `step` is not a valid index into the field's list.
std::string BadIndex(const Field& field, std::string_view step);
// Returns the condition under which a field with `effective_if` is used: "mode": "height".
std::string ConditionText(const Field& field);
// Formats a limit in short notation: "1e12", "0.95".
std::string LimitText(double limit);

}  // namespace cobble
