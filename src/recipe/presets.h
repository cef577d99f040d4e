// The recipes that come with cobble.
#ifndef COBBLE_RECIPE_PRESETS_H_
#define COBBLE_RECIPE_PRESETS_H_

#include <string_view>

#include "cobble/recipe_io.h"

namespace cobble {

// Throws Error kUsage where there is none of that name.
const Preset& FindPreset(std::string_view name);

}  // namespace cobble

#endif  // COBBLE_RECIPE_PRESETS_H_
