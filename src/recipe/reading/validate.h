// Checks recipes that were built or changed in code, by the same rules as the reader.
#pragma once

#include <string>
#include <string_view>

#include "cobble/recipe.h"

namespace cobble {

// Runs the checks of Validate (cobble/recipe_io.h) except the length's.
void CheckContents(const Recipe& recipe);

// Returns an error message if the recipe, which must have passed CheckContents, exceeds
// kMaxRecipeBytes on one line, else an empty string. So text stored in a picture or printed by
// `cobble show` can be read again.
std::string LengthError(const Recipe& recipe);
inline constexpr std::string_view kLengthHint = "name a part that repeats in \"nodes\"";

}  // namespace cobble
