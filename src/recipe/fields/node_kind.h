// What nodes compute: a number or a colour.
#pragma once

#include "cobble/recipe.h"
#include "recipe/json/json.h"

namespace cobble {

// Returns whether a node's result is a colour. Follows refs; false for missing nodes and cycles.
bool IsColor(const Recipe& recipe, const Node& node);

// Reports colours where only numbers are accepted. In: root, the tree from which `recipe` was read.
void CheckKinds(const Json& root, const Recipe& recipe, Faults* faults);

}  // namespace cobble
