// Converts JSON to the Value of a field and back.
#pragma once

#include <optional>
#include <string>

#include "recipe/fields/fields.h"
#include "recipe/json/json.h"

namespace cobble {

// Reads a value that is neither an object nor a node. Returns nullopt after adding an error.
std::optional<Value> ReadValue(const Field& field, const Json& json, std::string_view pointer,
                               Faults* faults);

// Reads a field's number, or one item of its list. Reports errors like ReadValue.
std::optional<double> ReadNumber(const Field& field, const Json& json, std::string_view pointer,
                                 Faults* faults);

Json ToJson(const Field& field, const Value& value);
// Returns the short form of a node of type kColorType: "#008080", [0, 0.2, 1].
Json ColorToJson(const Node& color);

// Returns the index of an object's type, or nullopt if it is missing or unknown.
std::optional<int> TypeOf(ObjectKind kind, const Json& json);

// Return a field's default as JSON and as a Value, or null and nullopt. An input's default is a
// number. For DefaultValue, `field` must be an element of Fields(), not a copy.
Json DefaultJson(const Field& field);
const std::optional<Value>& DefaultValue(const Field& field);

}  // namespace cobble
