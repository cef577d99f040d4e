// Nodes that change colours, evaluated slowly and simply in double, one channel at a time.
#pragma once

#include <span>

#include "cobble/recipe.h"
#include "support/oracle/values.h"

namespace cobble::test {

// A channel of a blend. Inputs: base, over, by and, in the mode height, base-height, over-height.
OracleOperation MakeBlend(const Node& node, std::span<const Bounds> inputs);

// Channel 0, 1 or 2 of an adjust. Inputs: red, green, blue, then the keys below. Has no bounds,
// since they are not tight.
inline constexpr const char* kAdjustKeys[] = {"hue", "chroma", "lightness", "brightness",
                                              "contrast"};
OracleOperation MakeAdjust(const Node& node, std::size_t channel);

// Inputs: red, green and blue.
OracleOperation MakeLuminance(std::span<const Bounds> inputs);

}  // namespace cobble::test
