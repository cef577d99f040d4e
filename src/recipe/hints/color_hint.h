// Hints for texts that should be colours.
#ifndef COBBLE_RECIPE_HINTS_COLOR_HINT_H_
#define COBBLE_RECIPE_HINTS_COLOR_HINT_H_

#include <string>
#include <string_view>

namespace cobble {

// Returns what is wrong with a text that is not a colour (ParseColor, core/color.h), or what to
// write instead.
std::string ColorHint(std::string_view text);

}  // namespace cobble

#endif  // COBBLE_RECIPE_HINTS_COLOR_HINT_H_
