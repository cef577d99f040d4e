// Checks of recipes that were made or changed by hand, by the rules of reading.
#ifndef COBBLE_RECIPE_VALIDATE_H_
#define COBBLE_RECIPE_VALIDATE_H_

#include <string>

#include "cobble/recipe.h"

namespace cobble {

// Validate (cobble/recipe_io.h), but for the length of the recipe as text.
void CheckContents(const Recipe& recipe);

// What is wrong with the length of a recipe whose contents are right; empty: nothing. What a
// picture carries and `cobble show` prints can be read again.
std::string LengthFault(const Recipe& recipe);

}  // namespace cobble

#endif  // COBBLE_RECIPE_VALIDATE_H_
