// Recipes that each try one field: at its minimum and maximum, a step outside, of another type.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "recipe/fields/fields.h"

namespace cobble::test {

struct Sample {
  std::string text;     // the recipe
  std::string pointer;  // JSON pointer of the field in the recipe
  bool right;
};

std::vector<Sample> SamplesOf(const Field& field);

// Returns a minimal recipe with an object of that type ("" if the object has no types). The object
// lacks the field, and has `key` (if not empty) set to `value`, which is JSON.
std::string RecipeWith(const Field& field, std::string_view type, std::string_view key,
                       std::string_view value);
// Returns the field's pointer in that recipe.
std::string PointerOf(const Field& field, std::string_view type = {});

}  // namespace cobble::test
