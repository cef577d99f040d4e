// Warnings about recipes that are valid but hardly what was meant.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe.h"

namespace cobble {

// Returns what has no effect in a valid recipe: named nodes that nothing uses (unless a higher
// layer replaced the tree that used them), knobs that nothing names, a slice of noises without a z
// axis, and keys that need another value of another key. Also returns colours that look like sRGB
// bytes. In: maps, the names of the maps written or shown; "@NODE" uses a node.
std::vector<Issue> WarningsOf(const Recipe& recipe, std::span<const std::string> maps = {});

}  // namespace cobble
