// Puts errors of the library in terms of flags: "max_pixels" is --max-pixels, and "domain.scale"
// with the value 2 is --scale 2.
#pragma once

#include <string>
#include <string_view>

#include "cobble/error.h"

namespace cobble {

// Sets the command whose flags errors name; without one, any command's.
void NameFlagsOf(std::string_view command);
// Returns whether this command has flags for all options of the phrase.
bool HasFlagsFor(const Phrase& phrase);

// Name options by their flags. In: set, the flag of recipe keys without a flag of their own.
std::string InFlags(const Phrase& phrase, const std::string& set = "--set");
// Makes all of the issue plain text. Leaves out a hint for which the command lacks flags.
Issue InFlags(Issue issue);

}  // namespace cobble
