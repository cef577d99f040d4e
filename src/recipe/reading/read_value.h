// Converts JSON to the Value of a field and back.
#pragma once

#include <optional>
#include <string>

#include "recipe/fields/fields.h"
#include "recipe/json/json.h"

namespace cobble {

// Reads the value of a field that is neither an object nor a node. If `json` is invalid for the
// field, returns nullopt and adds an error at `pointer`.
std::optional<Value> ReadValue(const Field& field, const Json& json, std::string_view pointer,
                               Faults* faults);

// Reads the number of a field, or one item of its list. Reports errors like ReadValue.
std::optional<double> ReadNumber(const Field& field, const Json& json, std::string_view pointer,
                                 Faults* faults);

Json ToJson(const Field& field, const Value& value);
// Returns the short form of a node of the type kColorType: "#008080", [0, 0.2, 1].
Json ColorToJson(const Node& color);

// Returns the index of an object's type; nullopt if the type is missing or unknown.
std::optional<int> TypeOf(ObjectKind kind, const Json& json);

// Return a field's default as JSON and as a Value; null and nullopt if it has none. The default of
// an input is a number. For DefaultValue, `field` must be an element of Fields(), not a copy.
Json DefaultJson(const Field& field);
const std::optional<Value>& DefaultValue(const Field& field);

}  // namespace cobble
