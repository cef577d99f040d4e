// The texts of presets/*/*.json; CMake generates the definition.
#ifndef COBBLE_RECIPE_PRESET_TEXTS_H_
#define COBBLE_RECIPE_PRESET_TEXTS_H_

#include <string_view>
#include <vector>

namespace cobble {

struct PresetText {
  std::string_view name, group, text;
};

const std::vector<PresetText>& PresetTexts();  // sorted by name

}  // namespace cobble

#endif  // COBBLE_RECIPE_PRESET_TEXTS_H_
