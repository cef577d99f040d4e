// Lookup of the built-in recipes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe_io.h"
#include "recipe/json/json.h"

namespace cobble {

// Unlike Presets(), these do not read whole recipes.
std::vector<std::string> PresetNames();
bool IsPreset(std::string_view name);
// Returns the presets that an unknown name may mean: the nearest, or those whose names contain it.
std::vector<std::string_view> PresetsLike(std::string_view name);
// Throws Error kUsage if no preset has the name.
void CheckPreset(std::string_view name);
// Throws like CheckPreset.
std::string_view PresetRecipe(std::string_view name);
// Sorted by group, then by name.
struct PresetSummary {
  std::string_view name, group, text;
  std::string description;
  std::vector<std::string> maps;  // the maps and packs that it defines
  Json knobs;                     // as in recipes; null if it has none
};
std::vector<PresetSummary> PresetSummaries();

}  // namespace cobble
