// Warnings about recipes that are valid but hardly what was meant.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe.h"

namespace cobble {

// Returns what has no effect in a valid recipe: named nodes that nothing uses (unless a higher
// layer replaced the tree that used them), a slice of noises without a z axis, and keys that need
// another value of another key. Also returns colours that look like sRGB bytes. In: maps, the names
// of the maps written or shown; "@NODE" uses a node.
std::vector<Issue> WarningsOf(const Recipe& recipe, std::span<const std::string> maps = {});

// Returns a warning about each node whose last octaves are too fine for the pixels or, if there is
// none, about a height that shows nothing: the cells of all its noises are smaller than a pixel, or
// much larger than the picture.
std::vector<Issue> FineWarnings(const Program& program);

}  // namespace cobble
