// What nodes compute: a number or a colour.
#pragma once

#include "cobble/recipe.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns whether the result of a node of the recipe is a colour. Follows refs; a ref that leads to
// no node, or back to itself, is not a colour.
bool IsColor(const Recipe& recipe, const Node& node);

// Reports the colours of `recipe` where only numbers are accepted. In: root, the tree that the
// recipe was read from.
void CheckKinds(const Json& root, const Recipe& recipe, Faults* faults);

}  // namespace cobble
