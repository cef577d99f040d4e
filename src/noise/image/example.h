// Textures by example: blended patches of an image, with its contrast and histogram.
//
// A patch is centred at each corner of a lattice of triangles, in which every other row is shifted
// by half a cell. A corner has a number, in half cells, and a row:
//
//   row 0   0-------2-------4
//            .     . .     .
//             .   .   .   .
//   row 1       1-------3
//
// A sample is a weighted mean of the patches of the three corners around it. A corner's weight
// falls smoothly to 0 at the opposite side.
//
// Based on: E. Heitz, F. Neyret, "High-Performance By-Example Noise using a Histogram-Preserving
// Blending Operator", 2018; B. Burley, "On Histogram-Preserving Blending for Randomized Texture
// Tiling", 2019.
// Departs: weights are powers of a smooth function of the distance from the corner, not of
// barycentric coordinates, whose slopes jump at the sides of triangles; patches are moved by whole
// pixels, so that all are equally sharp.
#pragma once

#include <cstdint>
#include <memory>

#include "noise/image/image.h"
#include "noise/kernel.h"

namespace cobble {

// One axis. Samples are at c = q * pixels_per_unit - 1/2; corner k, counted in half cells along x
// and in rows along y, is at k * step + offset. All in pixels.
struct ExampleAxis {
  double pixels_per_unit = 1;
  double step = 1, offset = 0;
  int64_t period = 0;         // in the units of k; 0: not tiled
  int64_t period_pixels = 0;  // exact
  int64_t size = 1;           // of the image
  // The pixel of the image at a corner: first + a random number below count.
  int64_t first = 0, count = 1;
};

// Rows of normal quantiles are `stride` apart, as in ImageArgs. `memory` keeps them and the table.
struct ExampleArgs {
  ImageArgs::Filter filter = ImageArgs::kCatmullRom;
  bool wraps = false;  // else patches are inside of the image
  Octave octave;
  ExampleAxis axes[2];
  const float* origin = nullptr;  // pixel (0, 0)
  int64_t stride = 0;
  // From quantiles to values: piece k of x = (u - table_first) * pieces_per_unit, of pieces 0 ..
  // pieces - 1, is the cubic with the coefficients table[4 k .. 4 k + 3] of x - k.
  const float* table = nullptr;
  float table_first = 0, pieces_per_unit = 0;
  int32_t pieces = 1;
  float low = 0, high = 0;  // values are limited to these, against rounding
  std::shared_ptr<const void> memory;
};

// Returns the kernel for points, at a SIMD level (SimdLevel::target): the value and the slopes
// along x and y, if wanted, with respect to q.
Kernel SelectExample(const ExampleArgs& args, int64_t simd_target);

}  // namespace cobble
