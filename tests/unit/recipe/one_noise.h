// Recipes of one line and one noise, layered as the command line does, and what is said of them.
#ifndef COBBLE_TESTS_UNIT_RECIPE_ONE_NOISE_H_
#define COBBLE_TESTS_UNIT_RECIPE_ONE_NOISE_H_

#include <string>
#include <utility>
#include <vector>

#include "cobble/recipe.h"

namespace cobble::test {

using Pairs = std::vector<std::pair<std::string, std::string>>;

// The noise is of that type with the members given. They start in column 37 plus the length of the
// type's name.
std::string Text(const std::string& type, const std::string& members);

// The text, named "f", under flags and sets.
Recipe Resolve(const std::string& text, const Pairs& flags = {}, const Pairs& sets = {});
// Why it is refused, of the kind that fits the place it names; "nothing is wrong" where it is not.
std::string ErrorOf(const std::string& text, const Pairs& flags = {}, const Pairs& sets = {});

}  // namespace cobble::test

#endif  // COBBLE_TESTS_UNIT_RECIPE_ONE_NOISE_H_
