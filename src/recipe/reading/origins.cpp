// Finds where the value at a JSON pointer was set.
#include "recipe/reading/origins.h"

#include <algorithm>
#include <string>
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
    const std::size_t slash = ancestor.rfind('/');
    ancestor = ancestor.substr(0, slash == ancestor.npos ? 0 : slash);
    found = recipe.origins.find(std::string(ancestor));
  }
  return {found, ancestor};
}

// What decides, beside the values of maps, whether pictures clip them; and whether they tile.
constexpr std::string_view kSettings[] = {"/range", "/normal", "/curvature", "/world", "/tiling"};

// Returns whether a JSON pointer is `parent` or below it.
bool IsWithin(std::string_view pointer, std::string_view parent) {
  return pointer.starts_with(parent) &&
         (pointer.size() == parent.size() || pointer[parent.size()] == '/');
}

// Returns whether a JSON pointer is a recipe's noise, or a map as a whole.
bool IsRoot(std::string_view pointer) {
  constexpr std::string_view kMaps = "/maps/";
  return pointer == "/noise" ||
         (pointer.starts_with(kMaps) && pointer.find('/', kMaps.size()) == pointer.npos);
}

}  // namespace

bool IsGiven(const Recipe& recipe, std::string_view pointer) {
  const auto found = recipe.origins.find(std::string(pointer));
  if (found == recipe.origins.end() || !found->second.is_flag) return false;
  return found->second.pointer.empty() || found->second.pointer == pointer;
}

bool IsAsInPreset(const Recipe& recipe, std::string_view pointer) {
  auto each = recipe.origins.lower_bound(std::string(pointer));
  for (; each != recipe.origins.end() && each->first.starts_with(pointer); ++each)
    if (IsWithin(each->first, pointer) && !each->second.is_preset) return false;
  return true;
}

void DropOrigins(Recipe* recipe) {
  Origins::Map kept;
  const bool has_same_nodes = IsAsInPreset(*recipe, "/nodes");
  for (const auto& each : recipe->origins) {
    const std::string& pointer = each.first;
    const auto has = [&](std::string_view setting) { return IsWithin(pointer, setting); };
    if (std::ranges::any_of(kSettings, has) ||
        (has_same_nodes && IsRoot(pointer) && IsAsInPreset(*recipe, pointer)))
      kept.insert(each);
  }
  recipe->origins = Origins([kept = std::move(kept)] { return kept; });
}

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
