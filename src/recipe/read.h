// From a merged tree to a Recipe.
#ifndef COBBLE_RECIPE_READ_H_
#define COBBLE_RECIPE_READ_H_

#include "cobble/recipe.h"
#include "recipe/json.h"

namespace cobble {

// In: a tree whose root is an object. Adds every fault of it to `faults`; the Recipe is of use only
// where there is none.
Recipe ReadTree(const Json& root, Faults* faults);

}  // namespace cobble

#endif  // COBBLE_RECIPE_READ_H_
