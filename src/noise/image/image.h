// Images: cubic interpolation between pixels. The arguments of the kernel and its selector.
#pragma once

#include <cstdint>
#include <memory>

#include "noise/kernel.h"

namespace cobble {

// Pixel k along axis a is at q_a = (k - middle[a]) / pixels_per_unit[a], where repetition has
// reduced q first. Rows of samples are `stride` apart; pixels (-2, -2) to (width + 2, height + 2)
// exist. `plane` keeps them in memory.
//
// With kExtend, the value at a position c outside, in pixels, is 2 v(e) - v(m): e is the nearest
// position on the outermost pixels, and m is c mirrored through e. The slope continues through the
// border. m stops at the opposite side; it slows down over two pixels, so that the slope fades:
//
//   distance from e to c    0 ... last - 1 ... last + 1 ...      last: the index of the last pixel
//   distance from e to m    0 ... last - 1 ... last     last
//
// Along an axis that is level, m is e: the value at e continues.
//
// With kSphere, positions have 3 dimensions, and pixels are along longitude u and latitude v, each
// 0..1 (SpherePlace in math/sphere-inl.h): pixel (i, j) is at i = u pixels_per_unit[0] + middle[0],
// which repeats with the width, j = v pixels_per_unit[1] + middle[1].
struct ImageArgs {
  enum Filter { kBSpline, kCatmullRom } filter = kCatmullRom;
  enum Edges { kWrap, kClamp, kExtend, kSphere } edges = kWrap;  // as PlaneEdges
  bool is_level[2] = {false, false};                             // kExtend only
  double pixels_per_unit[2] = {1, 1};
  double middle[2] = {0, 0};
  int64_t size[2] = {1, 1};       // width and height
  const float* origin = nullptr;  // pixel (0, 0)
  int64_t stride = 0;
  std::shared_ptr<const void> plane;
  float low = 0, high = 0;  // values are limited to these, against rounding
  Repetition repetition;
};

// Returns the kernel for points, at a SIMD level (SimdLevel::target): the value and the slopes
// along x and y, if wanted, with respect to q; with kSphere, along x, y and z.
Kernel SelectImage(const ImageArgs& args, int64_t simd_target);

}  // namespace cobble
