// Images: cubic interpolation between pixels. The arguments of the kernel and its selector.
#pragma once

#include <cstdint>
#include <memory>

#include "noise/kernel.h"
#include "noise/sampling/repetition.h"

namespace cobble {

// Pixel (i, j) is at q = (i - middle[0], j - middle[1]) / pixels_per_unit, where repetition has
// reduced q first. Rows of samples are `stride` apart; pixels (-2, -2) to (width + 2, height + 2)
// exist. `plane` keeps them in memory.
struct ImageArgs {
  enum Filter { kBSpline, kCatmullRom } filter = kCatmullRom;
  bool wraps = false;  // else pixels at the edges continue outwards
  double pixels_per_unit = 1;
  double middle[2] = {0, 0};
  int64_t size[2] = {1, 1};       // width and height
  const float* origin = nullptr;  // pixel (0, 0)
  int64_t stride = 0;
  std::shared_ptr<const void> plane;
  float low = 0, high = 0;  // values are limited to these, against rounding
  Repetition repetition;
};

// Returns the kernel for points, at a SIMD level (SimdLevel::target): the value and the slopes
// along x and y, if wanted, with respect to q.
Kernel SelectImage(const ImageArgs& args, int64_t simd_target);

}  // namespace cobble
