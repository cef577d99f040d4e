// The node by-example, evaluated slowly and simply in double; shares no code with src.
#pragma once

#include <array>
#include <cstdint>

#include "cobble/recipe.h"
#include "support/oracle/pattern.h"

namespace cobble::test {

// In: the accumulator of the node's hash, and the periods along x and y (0: not tiled).
OraclePattern MakeByExample(const Recipe& recipe, const Node& node, uint32_t accumulator,
                            const std::array<double, 2>& periods);

}  // namespace cobble::test
