// The contract of a map: from rows of the noise's value and slope to rows of samples.
#ifndef COBBLE_RENDER_MAPS_MAP_H_
#define COBBLE_RENDER_MAPS_MAP_H_

#include <algorithm>
#include <cstdint>
#include <limits>

#include "cobble/recipe.h"
#include "noise/kernel.h"
#include "render/halo_ring.h"
#include "render/maps/height_scale.h"

namespace cobble {

// A run of pixels, as the noise has made them.
struct MapInput {
  // Of the run's first pixel, aligned to kAlign and readable up to n rounded up to kPad. Slopes are
  // with respect to P's x and y, and null where no map of the run wants them.
  const float* value = nullptr;
  const float* slope[2] = {nullptr, nullptr};
  // Of maps with a halo: the pixels around, and where among them the run's first one is.
  const HaloRing* around = nullptr;
  int64_t row = 0, column = 0;
};

// What a map is made for.
struct MapSetup {
  const Recipe& recipe;
  HeightScale heights;
  int64_t simd_target;
};

// As a float: the largest of that sign instead of infinity.
inline float LimitedToFloat(double x) {
  constexpr double kLimit = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(x, -kLimit, kLimit));
}

// One map of one picture, shared by all bands. It is a pure function of the pixels that it looks
// at: nothing of the run, the band or the SIMD level shows in a sample.
class MapFunction {
 public:
  virtual ~MapFunction() = default;

  // Makes the samples of n pixels, n up to kRunLength. Out: planes[c] is where component c is, in
  // room[c], which holds kRunLength + kPad floats and is aligned to kAlign, or in the input itself.
  virtual void Run(const MapInput& in, int n, float* const* room,
                   const float** planes) const noexcept = 0;
};

}  // namespace cobble

#endif  // COBBLE_RENDER_MAPS_MAP_H_
