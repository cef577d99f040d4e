// Faults found in a recipe after it was read, told with the place that wrote what is at fault.
#ifndef COBBLE_RECIPE_ORIGINS_H_
#define COBBLE_RECIPE_ORIGINS_H_

#include <string>
#include <string_view>

#include "cobble/error.h"
#include "cobble/recipe.h"

namespace cobble {

// An Error about `pointer`: kUsage where a flag wrote it, or it stands nowhere and the recipe is
// made of flags alone; else kRecipe. It names the place of the pointer, or of its nearest ancestor
// that was written, or the pointer alone where there is none.
Error FaultAt(const Recipe& recipe, std::string_view pointer, std::string message,
              std::string hint = {});

}  // namespace cobble

#endif  // COBBLE_RECIPE_ORIGINS_H_
