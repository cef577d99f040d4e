// A row of zeros: the slope of an input that has none.
#ifndef COBBLE_NOISE_STEPS_ZEROS_H_
#define COBBLE_NOISE_STEPS_ZEROS_H_

#include "noise/kernel.h"

namespace cobble {

alignas(kAlign) inline constexpr float kZeros[kRunLength + kPad] = {};

}  // namespace cobble

#endif  // COBBLE_NOISE_STEPS_ZEROS_H_
