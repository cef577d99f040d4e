// The texts of presets/*/*.json; CMake generates the definitions.
#pragma once

#include <string_view>
#include <vector>

namespace cobble {

struct PresetText {
  std::string_view name, group, text;
};

const std::vector<PresetText>& PresetTexts();  // sorted by name

// The texts of presets/functions/*.json.
const std::vector<std::string_view>& LibraryTexts();

}  // namespace cobble
