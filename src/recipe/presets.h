// Lookup of the built-in recipes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cobble/recipe_io.h"

namespace cobble {

// Unlike Presets(), these do not read whole recipes.
std::vector<std::string> PresetNames();
bool IsPreset(std::string_view name);
// Returns the presets that may be meant by a name that is none: the nearest, or those with it in
// theirs.
std::vector<std::string_view> PresetsLike(std::string_view name);
// Throws Error kUsage if there is no preset called `name`.
void CheckPreset(std::string_view name);
// Returns the recipe of the preset called `name`. Throws like CheckPreset.
std::string_view PresetRecipe(std::string_view name);
// Returns all presets, sorted by group and then by name.
struct PresetSummary {
  std::string_view name, group, text;
  std::string description;
  std::vector<std::string> maps;  // names of the maps and packs that it defines
};
std::vector<PresetSummary> PresetSummaries();

}  // namespace cobble
