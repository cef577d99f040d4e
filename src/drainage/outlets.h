// Where water leaves the land.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "drainage/grid.h"

namespace cobble::drainage {

// The height of a land without a sea.
inline constexpr double kNoSea = -std::numeric_limits<double>::infinity();

// Returns for each node whether it is an outlet: under the sea, a dip of an open edge, or, if there
// is neither, the lowest node. In: land, at the nodes.
std::vector<uint8_t> FindOutlets(const Cells& cells, const Values& land, double sea);

}  // namespace cobble::drainage
