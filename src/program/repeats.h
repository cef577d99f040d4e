// Nodes that compute their source several times; nested, they multiply the work.
#pragma once

#include <string>

#include "cobble/recipe.h"

namespace cobble {

// Returns a hint that names the nested nodes that multiply the work the most; empty if no two do.
std::string RepeatsHint(const Recipe& recipe);

}  // namespace cobble
