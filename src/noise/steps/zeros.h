// A row of zeros: the slope of an input that has none.
#pragma once

#include "noise/kernel.h"

namespace cobble {

alignas(kAlign) inline constexpr float kZeros[kRunLength + kPad] = {};

}  // namespace cobble
