// Presets: names, descriptions and texts.
#include "recipe/presets.h"

#include <algorithm>
#include <deque>
#include <vector>

#include "cobble/error.h"
#include "core/suggest.h"
#include "recipe/preset_texts.h"

namespace cobble {

std::span<const Preset> Presets() {
  static std::deque<std::string> descriptions;  // a deque: Presets point into the strings
  static const std::vector<Preset> presets = [] {
    std::vector<Preset> result;
    for (const auto& [name, text] : PresetTexts()) {
      descriptions.push_back(ReadRecipe(text, "preset " + std::string(name)).description);
      result.push_back({name, descriptions.back(), text});
    }
    return result;
  }();
  return presets;
}

const Preset& FindPreset(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Preset& preset : Presets()) {
    if (preset.name == name) return preset;
    names.push_back(preset.name);
  }
  throw Error(ErrorKind::kUsage, "preset", "unknown preset " + Quoted(name),
              DidYouMean(name, names));
}

}  // namespace cobble
