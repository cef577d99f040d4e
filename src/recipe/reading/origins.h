// Errors found in a recipe after it was read, located where the invalid key was set.
#pragma once

#include <string_view>

#include "cobble/error.h"
#include "cobble/recipe.h"

namespace cobble {

// Returns the origin of the value at a JSON pointer or of its nearest ancestor with one, or null.
const Origin* NearestOrigin(const Recipe& recipe, std::string_view pointer);

// Returns whether a flag set the value at a JSON pointer; an image that gives a recipe its range is
// none.
bool IsGiven(const Recipe& recipe, std::string_view pointer);

// Returns whether nothing but a preset has set anything at or below a JSON pointer.
bool IsAsInPreset(const Recipe& recipe, std::string_view pointer);

// Forgets where most keys were set. Messages no longer say that, but a preset may still give up its
// tiling, and what is as it wrote it may clip.
void DropOrigins(Recipe* recipe);

// Returns an Error about the value at a JSON pointer, located at its NearestOrigin, or else at the
// bare pointer. Its kind is kUsage if the origin is a flag, or if it is missing and the recipe was
// made only from flags; otherwise kRecipe.
Error FaultAt(const Recipe& recipe, std::string_view pointer, Phrase message, Phrase hint = {});

// Returns its issue, as a warning.
Issue WarningAt(const Recipe& recipe, std::string_view pointer, Phrase message, Phrase hint = {});

// Returns the Error of kind kLimit.
Error LimitAt(const Recipe& recipe, std::string_view pointer, Phrase message, Phrase hint = {});

}  // namespace cobble
