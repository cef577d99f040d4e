// What a land in balance shows: coefficients of B-splines, at the middles of cells.
#pragma once

#include <array>

#include "drainage/channels.h"
#include "drainage/drainage.h"

namespace cobble::drainage {

// Returns how large streams are, 0 to 1 by the logarithm of their area, falling to 0 two cells
// beside them.
Values FlowAtMiddles(const Balance& land, const Team& team);

// Returns the height of the water's surface. It is below the land where there is no water, by a
// limited depth, so that shores are smooth. In: middles, the land's heights with channels.
Values WaterAtMiddles(const Balance& land, const Channels& channels, const Values& middles,
                      const Team& team);

// Returns the distance to the nearest river with water, lake or sea, in widths of the square, at
// most kFarthest.
inline constexpr double kFarthest = 0.25;
Values DistanceAtMiddles(const Settings& settings, const Balance& land, const Team& team);

// Returns the direction of streams around, along x and y: the mean weighted by their areas, 0 where
// there are none.
std::array<Values, 2> DirectionAtMiddles(const Balance& land, const Team& team);

}  // namespace cobble::drainage
