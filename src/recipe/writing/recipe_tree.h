// Converts a Recipe to a JSON tree.
#pragma once

#include "cobble/recipe.h"
#include "recipe/fields/field.h"
#include "recipe/json/json.h"

namespace cobble {

// Converts a recipe that passes CheckContents (validate.h). The tree has all keys, including
// defaults, in the order of the table of fields. It leaves out empty texts, derived defaults
// (Field::derived), and nodes, maps, packs, knobs and a world that the recipe lacks. Formulas that
// name knobs stand as texts in place of what they give. If one no longer gives it, the tree has no
// formulas, no knobs and no functions.
Json RecipeTree(const Recipe& recipe);

// Returns true for an empty text or a derived default.
bool IsLeftOut(const Field& field, const Value& value, const Recipe& recipe);

// Returns the length of WriteRecipeLine(recipe), for any such recipe.
std::size_t RecipeLineLength(const Recipe& recipe);
// Returns an upper bound of that length, which is faster to compute.
std::size_t MaxLineBytes(const Recipe& recipe);

// Converts a node of such a recipe as it is written inside another node: a constant or a colour in
// its short form.
Json InputTree(const Node& node);

}  // namespace cobble
