// The periods of a tiled picture's positions.
#pragma once

namespace cobble {

// By axis. A coordinate q is first reduced: q - period * floor((q - middle) / period + 0.5); period
// 0 leaves it as it is.
struct Repetition {
  double middle[3] = {};
  double period[3] = {};
};

}  // namespace cobble
