// Finds where the value at a JSON pointer was set.
#include "recipe/reading/origins.h"

#include <utility>

#include "recipe/reading/faults.h"

namespace cobble {
namespace {

// Returns the origin and the pointer of its value.
std::pair<Origins::const_iterator, std::string_view> FindOrigin(const Recipe& recipe,
                                                                std::string_view pointer) {
  std::string_view ancestor = pointer;
  auto found = recipe.origins.find(std::string(ancestor));
  while (found == recipe.origins.end() && !ancestor.empty()) {
    ancestor = ancestor.substr(0, ancestor.rfind('/'));
    found = recipe.origins.find(std::string(ancestor));
  }
  return {found, ancestor};
}

}  // namespace

const Origin* NearestOrigin(const Recipe& recipe, std::string_view pointer) {
  const auto found = FindOrigin(recipe, pointer).first;
  return found == recipe.origins.end() ? nullptr : &found->second;
}

Error FaultAt(const Recipe& recipe, std::string_view pointer, Phrase message, Phrase hint) {
  const auto [found, ancestor] = FindOrigin(recipe, pointer);
  const bool has_origin = found != recipe.origins.end();
  const Origin origin = has_origin ? found->second : Origin{};
  // A text's root is an ancestor of every pointer: without an origin, the recipe comes from flags.
  const bool usage = origin.is_flag || (!has_origin && !recipe.origins.empty());
  return Error(
      usage ? ErrorKind::kUsage : ErrorKind::kRecipe,
      {IssueAt(origin, ancestor == pointer, pointer, std::move(message), std::move(hint))});
}

Issue WarningAt(const Recipe& recipe, std::string_view pointer, Phrase message, Phrase hint) {
  return FaultAt(recipe, pointer, std::move(message), std::move(hint)).issues().front();
}

Error LimitAt(const Recipe& recipe, std::string_view pointer, Phrase message, Phrase hint) {
  return {ErrorKind::kLimit,
          FaultAt(recipe, pointer, std::move(message), std::move(hint)).issues()};
}

}  // namespace cobble
