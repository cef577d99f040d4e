// The periods of a tiled picture's positions.
#pragma once

namespace cobble {

// By axis. If period > 0, a coordinate q becomes q - period * floor((q - middle) / period + 0.5).
struct Repetition {
  double middle[3] = {};
  double period[3] = {};
};

}  // namespace cobble
