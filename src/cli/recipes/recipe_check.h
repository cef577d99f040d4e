// The checks of a recipe that `check` and `show` share.
#pragma once

#include "cli/recipes/options.h"
#include "cobble/program.h"

namespace cobble {

// Compiles the recipe with all its maps, and checks that its own size can be rendered: into one
// 8-bit height, which needs no slopes, on one thread. Images that it lacks are not errors. Throws
// Error.
Program CompileChecked(const LoadedRecipe& loaded);

}  // namespace cobble
