// Errors in terms of flags: "max_pixels" is --max-pixels, and "domain.scale" with the value 2 is
// --scale 2; unknown flags by what their names mean elsewhere.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/line/command_line.h"
#include "cobble/error.h"
#include "cobble/recipe.h"

namespace cobble {

// Sets the command whose flags errors name; without one, any command's.
void NameFlagsOf(std::string_view command);
// Returns whether this command has flags for all options of the phrase.
bool HasFlagsFor(const Phrase& phrase);

// Name options by their flags. In: set, the flag of recipe keys without a flag of their own.
std::string InFlags(const Phrase& phrase, const std::string& set = "--set");
// Makes all of the issue plain text. Leaves out a hint for which the command lacks flags.
Issue InFlags(Issue issue);

// Returns a message and a hint for the first flag: where the recipe has a key of that name, or what
// the word means (a noise, a map, a preset, a trade word). The message is empty if it means
// nothing. In: line, of the command, whose flags hints may name; recipe, what the rest of the
// command line defines, if valid.
Issue ExplainUnknownFlag(std::span<const UnknownFlag> flags, const CommandLine& line,
                         const std::optional<Recipe>& recipe);

}  // namespace cobble
