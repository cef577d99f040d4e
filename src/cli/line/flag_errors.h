// Puts errors of the library in terms of flags: "max_pixels" is --max-pixels, and "domain.scale"
// with the value 2 is --scale 2.
#pragma once

#include <string>
#include <string_view>

#include "cobble/error.h"

namespace cobble {

// Sets the command whose flags errors name. Without one, those of any command.
void NameFlagsOf(std::string_view command);
// Returns whether that command has flags for all options of the phrase.
bool HasFlagsFor(const Phrase& phrase);

// Both name options by their flags. In: set, the flag of recipe keys that have no flag of their
// own.
std::string InFlags(const Phrase& phrase, const std::string& set = "--set");
// All of the issue is plain text then. A hint that the command has no flags for is left out.
Issue InFlags(Issue issue);

}  // namespace cobble
