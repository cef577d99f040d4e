// Where water leaves the land.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "drainage/grid.h"

namespace cobble::drainage {

// The height of a land without a sea.
inline constexpr double kNoSea = -std::numeric_limits<double>::infinity();

struct Outlets {
  std::vector<uint8_t> are;  // for each node, 1 if it is an outlet
  double sea = kNoSea;       // the level of water over them
};

// Returns the outlets: nodes under the sea, and dips of an open edge. If there are none, those
// under a lake around the lowest node, whose water vanishes. In: land, at the nodes.
Outlets FindOutlets(const Cells& cells, const Values& land, double sea);

}  // namespace cobble::drainage
