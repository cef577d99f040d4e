// Implements FaultAt: finds where the value at a JSON pointer was set.
#include "recipe/reading/origins.h"

#include <utility>

#include "recipe/reading/faults.h"

namespace cobble {

Error FaultAt(const Recipe& recipe, std::string_view pointer, Phrase message, Phrase hint) {
  std::string_view ancestor = pointer;
  auto found = recipe.origins.find(std::string(ancestor));
  while (found == recipe.origins.end() && !ancestor.empty()) {
    ancestor = ancestor.substr(0, ancestor.rfind('/'));
    found = recipe.origins.find(std::string(ancestor));
  }
  const bool has_origin = found != recipe.origins.end();
  const Origin origin = has_origin ? found->second : Origin{};
  // If a text was read, its root is an ancestor of every pointer. Without an origin, the recipe was
  // therefore made from flags only.
  const bool usage = origin.is_flag || (!has_origin && !recipe.origins.empty());
  return Error(
      usage ? ErrorKind::kUsage : ErrorKind::kRecipe,
      {IssueAt(origin, ancestor == pointer, pointer, std::move(message), std::move(hint))});
}

Error LimitAt(const Recipe& recipe, std::string_view pointer, Phrase message, Phrase hint) {
  return {ErrorKind::kLimit,
          FaultAt(recipe, pointer, std::move(message), std::move(hint)).issues()};
}

}  // namespace cobble
