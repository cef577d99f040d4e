// Small lakes, which rivers fill with sediment.
#pragma once

#include "drainage/grid.h"
#include "drainage/receivers.h"

namespace cobble::drainage {

inline constexpr int kSmallestLake = 4, kPondPart = 8192, kPondDepths = 1000;

// Raises the beds of lakes to their level: of those with fewer than kSmallestLake nodes, of those
// that cover less than 1 / kPondPart of the square, and of those that are nowhere deeper than span
// / kPondDepths. In: span, of the source's heights.
void FillPonds(const Cells& cells, const FlowOrder& order, double span, const Values& level,
               Values* height);

}  // namespace cobble::drainage
