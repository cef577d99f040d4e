// Faults by pointer: the search for the origin.
#include "recipe/origins.h"

#include <utility>

#include "recipe/faults.h"

namespace cobble {

Error FaultAt(const Recipe& recipe, std::string_view pointer, std::string message,
              std::string hint) {
  std::string_view ancestor = pointer;
  auto found = recipe.origins.find(std::string(ancestor));
  while (found == recipe.origins.end() && !ancestor.empty()) {
    ancestor = ancestor.substr(0, ancestor.rfind('/'));
    found = recipe.origins.find(std::string(ancestor));
  }
  const bool written = found != recipe.origins.end();
  const Origin origin = written ? found->second : Origin{};
  // Where a text was read, its root is an ancestor of everything; else it was flags that decided.
  const bool usage = origin.is_flag || (!written && !recipe.origins.empty());
  return Error(usage ? ErrorKind::kUsage : ErrorKind::kRecipe,
               Where(origin, ancestor == pointer, pointer), std::move(message), std::move(hint));
}

}  // namespace cobble
