// The checks of a recipe that `check` and `show` share.
#pragma once

#include "cli/recipes/options.h"
#include "cobble/program.h"

namespace cobble {

// Compiles the recipe with all its maps, and checks that it can be rendered at its own size, as an
// 8-bit height without slopes on one thread. Missing images are not errors. Throws Error.
Program CompileChecked(const LoadedRecipe& loaded);

}  // namespace cobble
