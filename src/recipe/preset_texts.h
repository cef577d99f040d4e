// The texts of presets/*/*.json; CMake generates the definition.
#pragma once

#include <string_view>
#include <vector>

namespace cobble {

struct PresetText {
  std::string_view name, group, text;
};

const std::vector<PresetText>& PresetTexts();  // sorted by name

}  // namespace cobble
