// Warnings about recipes that are valid, but hardly what somebody meant.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe.h"

namespace cobble {

// Returns what has no effect in a valid recipe: named nodes that nothing uses (unless a higher
// layer replaced the tree that used them), a slice of noises without a z axis, and keys whose value
// depends on another key. Also returns the colours that look like sRGB bytes. In: maps, the names
// of those that are written or shown, of which "@NODE" uses a node.
std::vector<Issue> WarningsOf(const Recipe& recipe, std::span<const std::string> maps = {});

// Returns a warning about each node of which the last octaves are too fine for the picture's
// pixels.
std::vector<Issue> FineWarnings(const Program& program);

}  // namespace cobble
