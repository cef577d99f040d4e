// The cost of a recipe per sample, so that fuzzers can skip expensive recipes.
#pragma once

#include <cstdint>

#include "cobble/recipe.h"

namespace cobble::test {

// Returns the number of nodes evaluated per sample, following refs and counting each octave of a
// noise and each wave of hill noise. Stops at `maximum` + 1.
int64_t Work(const Recipe& recipe, int64_t maximum);

}  // namespace cobble::test
