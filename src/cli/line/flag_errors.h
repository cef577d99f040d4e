// Puts errors of the library in terms of flags: "max_pixels" is --max-pixels, and "domain.scale"
// with the value 2 is --scale 2.
#pragma once

#include <string>

#include "cobble/error.h"

namespace cobble {

// Both name options by their flags. In: set, the flag of recipe keys that have no flag of their
// own.
std::string InFlags(const Phrase& phrase, const std::string& set = "--set");
Issue InFlags(Issue issue);  // all of it is plain text then

}  // namespace cobble
