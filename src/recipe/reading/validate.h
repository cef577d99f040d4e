// Checks recipes that were built or changed in code, by the same rules as the reader.
#pragma once

#include <string>
#include <string_view>

#include "cobble/recipe.h"

namespace cobble {

// Runs the checks of Validate (cobble/recipe_io.h) except that of the length.
void CheckContents(const Recipe& recipe);

// Returns an error message if the recipe, which must have passed CheckContents, is longer on one
// line than kMaxRecipeBytes; else an empty string. This ensures that the text stored in a picture
// and printed by `cobble show` can be read again.
std::string LengthError(const Recipe& recipe);
inline constexpr std::string_view kLengthHint = "name a part that repeats in \"nodes\"";

}  // namespace cobble
