// Recipes as a person would write them.
#pragma once

#include <string>
#include <string_view>

#include "cobble/recipe.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns the recipe's tree without defaults, with each named node above the nodes that use it
// where possible. Reading it gives the same recipe. In: recipe, one that passes CheckContents.
Json BriefTree(const Recipe& recipe);

// The same for a node inside another.
Json BriefInput(const Node& node);

// Returns a formula, for people to read, of the node at a JSON pointer; an empty text if the tree
// lacks it because it is a default.
std::string ReadableFormulaAt(const Json& tree, std::string_view pointer);

}  // namespace cobble
