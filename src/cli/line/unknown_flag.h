// Explains flags that do not exist, by what their names mean elsewhere.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "cli/line/command_line.h"
#include "cobble/error.h"
#include "cobble/recipe.h"

namespace cobble {

// Returns a message and a hint for the flag ("--kind"): where the recipe has a key of that name, or
// what the word means (a noise, a map, a preset, a trade word). The message is empty if the word
// means nothing. `value` is the argument after the flag, or empty; `line` is that of the command,
// whose flags hints may name; `recipe` is what the rest of the command line defines, if it is
// valid.
Issue ExplainUnknownFlag(std::span<const UnknownFlag> flags, const CommandLine& line,
                         const std::optional<Recipe>& recipe);

// Returns a hint for a word that `cobble explain` does not know, if it is a preset or a trade word
// ("worley"); else empty.
std::string HintForTopic(const std::string& word);

}  // namespace cobble
