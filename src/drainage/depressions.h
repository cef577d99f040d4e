// Water that has gathered in a pit leaves over the lowest pass of the land around, and so on, until
// it reaches an outlet.
//
// Based on: G. Cordonnier, B. Bovy, J. Braun, "A Versatile, Linear Complexity Algorithm for Flow
// Routing in Topographies with Depressions", 2019.
#pragma once

#include "drainage/receivers.h"

namespace cobble::drainage {

// Makes all nodes drain to an outlet: turns round the way from each pit's pass to the pit.
void DrainPits(const Values& height, const Team& team, Flow* flow);

}  // namespace cobble::drainage
