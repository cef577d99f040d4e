// The processors that this process may use.
#pragma once

namespace cobble {

// Returns how many there are, at least 1.
int AvailableProcessors();

}  // namespace cobble
