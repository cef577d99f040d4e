// Finds the field at a path of a recipe, for `cobble explain`.
#pragma once

#include <string>
#include <vector>

#include "recipe/fields/fields.h"

namespace cobble {

struct RecipePlace {
  std::string path{};                  // from the root, dotted
  std::vector<const Field*> fields{};  // all rows of the last key that is a field
  int items = 0;                       // number of list indices or node names after that key
  bool is_user_key = false;            // a user-defined key (x-...), which has no rows
};

// In: path, dotted from the root ("noise.by.0.frequency"), from a nested key ("distribution.alpha")
// or from a type ("terrace.levels"), or a JSON pointer ("/noise/by/0/frequency"). Throws Error
// kUsage if no recipe can have it.
RecipePlace FindPlace(const std::string& path);

}  // namespace cobble
