// Errors found in a recipe after it was read, reported at the location where the invalid key was
// set.
#pragma once

#include <string_view>

#include "cobble/error.h"
#include "cobble/recipe.h"

namespace cobble {

// Returns the origin of the value at a JSON pointer, or of its nearest ancestor that has one; null
// if there is none.
const Origin* NearestOrigin(const Recipe& recipe, std::string_view pointer);

// Returns an Error about the value at JSON pointer `pointer`. The error is located at the origin of
// that value or of its nearest ancestor with an origin; if there is none, at the bare pointer. Its
// kind is kUsage if that origin is a flag, or if there is no origin and the recipe was made from
// flags only; otherwise kRecipe.
Error FaultAt(const Recipe& recipe, std::string_view pointer, Phrase message, Phrase hint = {});

// Like FaultAt, but of kind kLimit.
Error LimitAt(const Recipe& recipe, std::string_view pointer, Phrase message, Phrase hint = {});

}  // namespace cobble
