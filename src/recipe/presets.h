// Lookup of the built-in recipes.
#ifndef COBBLE_RECIPE_PRESETS_H_
#define COBBLE_RECIPE_PRESETS_H_

#include <string_view>

#include "cobble/recipe_io.h"

namespace cobble {

// Returns the preset called `name`. Throws Error kUsage if there is none.
const Preset& FindPreset(std::string_view name);

}  // namespace cobble

#endif  // COBBLE_RECIPE_PRESETS_H_
