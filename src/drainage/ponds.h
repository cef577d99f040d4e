// Small lakes, which rivers fill with sediment.
#pragma once

#include "drainage/grid.h"
#include "drainage/receivers.h"

namespace cobble::drainage {

inline constexpr int kSmallestLake = 4, kPondPart = 8192;

// Raises the beds of lakes with fewer than kSmallestLake nodes, and of those that cover less than
// 1 / kPondPart of the square, to their level.
void FillPonds(const Cells& cells, const FlowOrder& order, const Values& level, Values* height);

}  // namespace cobble::drainage
