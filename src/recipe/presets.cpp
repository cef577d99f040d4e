// Presets: names, descriptions and texts.
#include "recipe/presets.h"

#include <algorithm>
#include <deque>
#include <set>

#include "cobble/error.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "recipe/images/images.h"
#include "recipe/json/json.h"
#include "recipe/preset_texts.h"

namespace cobble {

std::span<const Preset> Presets() {
  static std::deque<std::string> descriptions;  // Presets point into the strings
  static const std::vector<Preset> presets = [] {
    std::vector<Preset> result;
    for (const auto& [name, group, text] : PresetTexts()) {
      const Recipe recipe = ReadRecipe(text, "preset " + std::string(name));
      descriptions.push_back(recipe.description);
      result.push_back({name, group, descriptions.back(), text, ImageNames(recipe)});
    }
    return result;
  }();
  return presets;
}

namespace {

// Returns the presets whose names contain `name`, with or without a plural s: "bricks" finds
// "brick-wall".
std::vector<std::string_view> PresetsWith(std::string_view name,
                                          std::span<const std::string_view> presets) {
  constexpr std::size_t kMinLength = 3;
  std::string_view part = name;
  if (part.size() > kMinLength && part.ends_with('s')) part.remove_suffix(1);
  std::vector<std::string_view> found;
  if (part.size() < kMinLength) return found;
  std::ranges::copy_if(presets, std::back_inserter(found), [part](std::string_view preset) {
    return preset.find(part) != preset.npos;
  });
  return found;
}

}  // namespace

std::vector<std::string> PresetNames() { return RowNames<std::string>(PresetTexts()); }

bool IsPreset(std::string_view name) {
  return std::ranges::count(PresetTexts(), name, &PresetText::name) > 0;
}

std::vector<std::string_view> PresetsLike(std::string_view name) {
  const auto names = RowNames(PresetTexts());
  const std::string_view nearest = Nearest(name, names);
  return nearest.empty() ? PresetsWith(name, names) : std::vector{nearest};
}

void CheckPreset(std::string_view name) {
  if (IsPreset(name)) return;
  Phrase hint;
  for (const std::string_view preset : PresetsLike(name))
    hint += (hint.empty() ? "did you mean " : " or ") + Phrase::Suggestion(preset);
  if (!hint.empty()) hint += "?";
  throw Error::At(ErrorKind::kUsage, "preset", "unknown preset " + Quoted(name), hint);
}

std::string_view PresetRecipe(std::string_view name) {
  CheckPreset(name);
  return std::ranges::find(PresetTexts(), name, &PresetText::name)->text;
}

std::vector<PresetSummary> PresetSummaries() {
  std::vector<PresetSummary> presets;
  for (const auto& [name, group, text] : PresetTexts()) {
    const Json json = ParseJson(text).value();
    PresetSummary& preset = presets.emplace_back(PresetSummary{name, group, text, {}, {}, {}});
    preset.knobs = json.At("knobs");
    preset.description = json.TextAt("description").value_or("");
    for (const char* const section : {"maps", "pack"}) {
      std::set<std::string> names;
      for (const Json::Member& member : json.At(section).members()) names.insert(member.key);
      preset.maps.insert(preset.maps.end(), names.begin(), names.end());
    }
  }
  std::ranges::stable_sort(presets, {}, &PresetSummary::group);
  return presets;
}

}  // namespace cobble
