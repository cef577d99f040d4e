// Explains unknown flags by what their names mean elsewhere.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "cli/line/command_line.h"
#include "cobble/error.h"
#include "cobble/recipe.h"

namespace cobble {

// Returns a message and a hint for the first flag: where the recipe has a key of that name, or what
// the word means (a noise, a map, a preset, a trade word). The message is empty if it means
// nothing. In: line, of the command, whose flags hints may name; recipe, what the rest of the
// command line defines, if valid.
Issue ExplainUnknownFlag(std::span<const UnknownFlag> flags, const CommandLine& line,
                         const std::optional<Recipe>& recipe);

// Returns a hint for a topic that is a preset or a trade word ("worley"), or nothing.
std::string HintForTopic(const std::string& word);

}  // namespace cobble
