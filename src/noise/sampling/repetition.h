// The periods of a tiled picture's positions.
#ifndef COBBLE_NOISE_SAMPLING_REPETITION_H_
#define COBBLE_NOISE_SAMPLING_REPETITION_H_

namespace cobble {

// By axis. A coordinate q is first reduced: q - period * floor((q - middle) / period + 0.5); period
// 0 leaves it as it is.
struct Repetition {
  double middle[3] = {};
  double period[3] = {};
};

}  // namespace cobble

#endif  // COBBLE_NOISE_SAMPLING_REPETITION_H_
