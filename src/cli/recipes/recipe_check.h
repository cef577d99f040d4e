// The checks of a recipe that `check` and `show` share.
#ifndef COBBLE_CLI_RECIPES_RECIPE_CHECK_H_
#define COBBLE_CLI_RECIPES_RECIPE_CHECK_H_

#include "cli/recipes/options.h"
#include "cobble/program.h"

namespace cobble {

// Compiles the recipe with all its maps, and checks that its own size can be rendered: into one
// 8-bit height, which needs no slopes, on one thread. Images that it lacks are not errors. Throws
// Error.
Program CompileChecked(const LoadedRecipe& loaded);

}  // namespace cobble

#endif  // COBBLE_CLI_RECIPES_RECIPE_CHECK_H_
