// Hints for texts that should be colours.
#pragma once

#include <string_view>

#include "cobble/error.h"

namespace cobble {

// Returns what is wrong with a text that is not a colour (ParseColor, core/color.h), or a remedy.
Phrase ColorHint(std::string_view text);

}  // namespace cobble
