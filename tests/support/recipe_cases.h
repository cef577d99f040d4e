// Reads tests/recipes/malformed.txt, which explains its format.
#ifndef COBBLE_TESTS_SUPPORT_RECIPE_CASES_H_
#define COBBLE_TESTS_SUPPORT_RECIPE_CASES_H_

#include <string>
#include <vector>

namespace cobble::test {

struct MalformedRecipe {
  std::string text;
  std::string location;  // the text between "cobble: -:" and the message
  int status = 3;
};

std::vector<MalformedRecipe> MalformedRecipes();

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_RECIPE_CASES_H_
