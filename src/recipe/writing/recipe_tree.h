// Converts a Recipe to a JSON tree.
#pragma once

#include "cobble/recipe.h"
#include "recipe/fields/field.h"
#include "recipe/json/json.h"

namespace cobble {

// Converts a recipe that passes CheckContents (validate.h). The tree has all keys, including
// defaults, in the order of the table of fields, except empty texts, derived defaults
// (Field::derived), and `nodes`, `maps`, `pack` and the world if the recipe has none.
Json RecipeTree(const Recipe& recipe);

// Returns true for an empty text or a derived default.
bool IsLeftOut(const Field& field, const Value& value, const Recipe& recipe);

// Returns the length of WriteRecipeLine(recipe), for any such recipe.
std::size_t RecipeLineLength(const Recipe& recipe);

// Converts a node of such a recipe as inside another node: a constant or a colour is short.
Json InputTree(const Node& node);

}  // namespace cobble
