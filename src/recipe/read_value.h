// JSON to the Value of a field and back.
#ifndef COBBLE_RECIPE_READ_VALUE_H_
#define COBBLE_RECIPE_READ_VALUE_H_

#include <optional>
#include <string>

#include "recipe/fields.h"
#include "recipe/json.h"

namespace cobble {

// What `json`, written at `pointer`, says of a field that is no object and no node; nothing, and a
// fault more, where it is not what the field takes.
std::optional<Value> ReadValue(const Field& field, const Json& json, std::string_view pointer,
                               Faults* faults);

// A number on its own or within a list of the field.
std::optional<double> ReadNumber(const Field& field, const Json& json, std::string_view pointer,
                                 Faults* faults);

Json ToJson(const Field& field, const Value& value);

// The type that an object says it has; nothing where it says none or one that does not exist.
std::optional<int> TypeOf(ObjectKind kind, const Json& json);

// A field's default; null, or nothing, where it has none.
Json Fallback(const Field& field);
const std::optional<Value>& DefaultOf(const Field& field);

// "must be <rule>, got <json>".
std::string MustBe(std::string_view rule, const Json& json);

}  // namespace cobble

#endif  // COBBLE_RECIPE_READ_VALUE_H_
