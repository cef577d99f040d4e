// Builds a Recipe from a merged JSON tree.
#pragma once

#include "cobble/recipe.h"
#include "recipe/json/json.h"

namespace cobble {

// In: root, the merged tree, an object. Adds all errors to `faults`; if there are any, the returned
// Recipe is incomplete and must not be used.
Recipe RecipeFromJson(const Json& root, Faults* faults);

}  // namespace cobble
