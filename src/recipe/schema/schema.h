// Parts of the JSON Schema (draft-07) of recipes.
//
// Alternatives are written as if/then, not as anyOf: a validator that finds no matching branch of
// an anyOf can only say so, but one that follows an `if` reports the key that is wrong.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/json/tree.h"
#include "recipe/fields/fields.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns {"$ref": "#/definitions/NAME"}. Draft-07 ignores all keywords beside a $ref.
JsonTree SchemaReference(std::string_view definition);
// Return the names of the definitions: of any object of that kind ("node"), and of one of its types
// ("node.perlin").
std::string DefinitionOf(ObjectKind kind);
std::string DefinitionOf(ObjectKind kind, std::string_view type);

// The definitions of colours that are not nodes, of nodes whose results are numbers, and of
// formulas.
inline constexpr std::string_view kColorDefinition = "color";
inline constexpr std::string_view kNumberNodeDefinition = "number-node";
inline constexpr std::string_view kFormulaDefinition = "formula";
JsonTree ColorDefinition();
JsonTree NumberNodeDefinition();
JsonTree FormulaDefinition();

// Appends to the schema's `allOf`.
void AddSchemaRule(JsonTree rule, JsonTree* schema);
// Returns a rule that applies `then` where `condition` holds.
JsonTree SchemaRule(JsonTree condition, JsonTree then);
// Returns a schema of objects in which each key of `properties` that is present is valid.
JsonTree PropertiesSchema(JsonTree properties);
// Returns {keyword: argument}.
JsonTree Keyword(std::string_view keyword, JsonTree argument);
JsonTree TextList(std::span<const std::string_view> texts);

// Returns a text followed by a line for each detail.
std::string WithDetails(std::string_view text, std::span<const Detail> details);

// Returns the schema of a key's value, with its description and default.
JsonTree FieldSchema(const Field& field);

}  // namespace cobble
