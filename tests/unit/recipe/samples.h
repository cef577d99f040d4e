// Recipes that try one field each: with its least and greatest, one step outside, of another type.
#ifndef COBBLE_TESTS_UNIT_RECIPE_SAMPLES_H_
#define COBBLE_TESTS_UNIT_RECIPE_SAMPLES_H_

#include <string>
#include <string_view>
#include <vector>

#include "recipe/fields.h"

namespace cobble::test {

struct Sample {
  std::string text;     // the recipe
  std::string pointer;  // of the field in it
  bool right;
};

// Derived from the field's row.
std::vector<Sample> SamplesOf(const Field& field);

// A recipe with nothing but what it needs, but for the field itself, in an object of that type (""
// where it has none); and `value`, JSON, for `key`, unless that is empty, where the field stands.
std::string RecipeWith(const Field& field, std::string_view type, std::string_view key,
                       std::string_view value);
std::string PointerOf(const Field& field);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_UNIT_RECIPE_SAMPLES_H_
