// Reads tests/recipes/malformed.txt, which explains its format.
#pragma once

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
