// From a Recipe to its tree.
#ifndef COBBLE_RECIPE_WRITE_H_
#define COBBLE_RECIPE_WRITE_H_

#include "cobble/recipe.h"
#include "recipe/json.h"

namespace cobble {

// In: a recipe that CheckContents (validate.h) accepts. Everything that it says, defaults included,
// in the order of the table. Texts that are empty are left out, and so are `nodes` where there are
// none and an extent that follows from the size.
Json RecipeTree(const Recipe& recipe);

}  // namespace cobble

#endif  // COBBLE_RECIPE_WRITE_H_
