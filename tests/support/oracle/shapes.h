// Shapes (checker, stripes, bricks and so on) by their definitions, in double: heights from
// distances to polygons. Shares no code with src.
#pragma once

#include <cstdint>
#include <string_view>

#include "cobble/recipe.h"
#include "support/oracle/pattern.h"

namespace cobble::test {

bool IsShape(std::string_view type);

// In: the accumulator of the node's hash, and a tiled picture's periods (0: not tiled).
OraclePattern MakeShape(const Node& node, uint32_t accumulator, const Vec3& periods);

}  // namespace cobble::test
