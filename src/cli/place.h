// Where a path leads in a recipe, as `cobble explain` is asked for it.
#ifndef COBBLE_CLI_PLACE_H_
#define COBBLE_CLI_PLACE_H_

#include <string>
#include <vector>

#include "recipe/fields.h"

namespace cobble {

struct RecipePlace {
  std::string path{};                  // from the root, with points between the keys
  std::vector<const Field*> fields{};  // the rows of the key that the path goes through last
  int items = 0;                       // how many lists, or names of nodes, it goes into from there
  bool is_own = false;                 // a key of the user's own, of which there are no rows
};

// In: keys with points between them, from the root ("noise.by.0.frequency") or from a key that
// stands elsewhere ("distribution.alpha") or a type ("terrace.levels"), or a JSON pointer
// ("/noise/by/0/frequency"). Throws Error kUsage where no recipe has such a place.
RecipePlace FindPlace(const std::string& path);

}  // namespace cobble

#endif  // COBBLE_CLI_PLACE_H_
