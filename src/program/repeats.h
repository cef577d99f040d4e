// The nodes that compute their source several times: inside one another, they multiply the work.
#pragma once

#include <string>

#include "cobble/recipe.h"

namespace cobble {

// Returns a hint that names the nodes inside one another that multiply the work the most; empty if
// no two do. In: recipe, valid.
std::string RepeatsHint(const Recipe& recipe);

}  // namespace cobble
