// Recipes as a person would have written them.
#pragma once

#include <string>
#include <string_view>

#include "cobble/recipe.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns the recipe's tree without values that are defaults, with the named nodes in an order in
// which each stands above those that use it, where that is possible. Reading it gives the same
// recipe. In: recipe, one that passes CheckContents.
Json BriefTree(const Recipe& recipe);

// Returns the tree of a node inside another, in the same form.
Json BriefInput(const Node& node);

// Returns the formula of the node at a JSON pointer of the tree, for people to read; an empty text
// if the tree has no node there, since it is a default.
std::string ReadableFormulaAt(const Json& tree, std::string_view pointer);

}  // namespace cobble
