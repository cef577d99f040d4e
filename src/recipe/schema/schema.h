// Parts of the JSON Schema (draft-07) of recipes.
//
// Alternatives are written as if/then, not anyOf: a validator that finds no matching branch of an
// anyOf can only say so, but one that follows an `if` reports the wrong key.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/json/tree.h"
#include "recipe/fields/fields.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns {"$ref": "#/definitions/NAME"}. Draft-07 ignores keywords next to a $ref.
JsonTree SchemaReference(std::string_view definition);
// Return the name of a definition: of any object of a kind ("node"), or of a type ("node.perlin").
std::string DefinitionOf(ObjectKind kind);
std::string DefinitionOf(ObjectKind kind, std::string_view type);

// Colours that are not nodes, nodes whose results are numbers, and formulas.
inline constexpr std::string_view kColorDefinition = "color";
inline constexpr std::string_view kNumberNodeDefinition = "number-node";
inline constexpr std::string_view kFormulaDefinition = "formula";
JsonTree ColorDefinition();
JsonTree NumberNodeDefinition();
JsonTree FormulaDefinition();

// Appends to the schema's `allOf`.
void AddSchemaRule(JsonTree rule, JsonTree* schema);
JsonTree SchemaRule(JsonTree condition, JsonTree then);
// Returns a schema of objects where each present key of `properties` is valid.
JsonTree PropertiesSchema(JsonTree properties);
// Returns {keyword: argument}.
JsonTree Keyword(std::string_view keyword, JsonTree argument);
JsonTree TextList(std::span<const std::string_view> texts);

// Returns the text followed by a line for each detail.
std::string WithDetails(std::string_view text, std::span<const Detail> details);

// With its description and default.
JsonTree FieldSchema(const Field& field);

}  // namespace cobble
