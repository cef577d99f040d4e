// Recipes as a person would have written them.
#pragma once

#include <string>
#include <string_view>

#include "cobble/recipe.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns the recipe's tree without defaults. Where possible, named nodes stand above those that
// use them. Reading it gives the same recipe. In: recipe, one that passes CheckContents.
Json BriefTree(const Recipe& recipe);

// The same for a node inside another.
Json BriefInput(const Node& node);

// Returns a node's formula for people; empty if the tree lacks the node, which is a default then.
std::string ReadableFormulaAt(const Json& tree, std::string_view pointer);

}  // namespace cobble
