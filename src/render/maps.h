// From the noise's value and slope to the samples of a map.
#ifndef COBBLE_RENDER_MAPS_H_
#define COBBLE_RENDER_MAPS_H_

#include <cstdint>

#include "cobble/recipe.h"
#include "noise/kernel.h"
#include "render/render_bands.h"

namespace cobble {

// The factors of all maps, from a recipe and its range.
// h = (value - low) * scale + offset, so that nothing is lost where values lie far from 0; offset
// is what of the range's low end float32 does not hold. h_x and h_y are slopes of h in picture
// units: picture widths along x and, downwards, along y. normal = (-strength h_x, +- strength h_y,
// 1) normalised.
struct MapFactors {
  bool keep = false;  // h is the value
  float low = 0, scale = 1, offset = 0;
  float slope[2] = {0, 0};   // h_x, h_y from the slopes in P's x and y
  float normal[2] = {0, 0};  // the normal's x and y, not yet normalised, from the same
};

MapFactors FactorsOf(const Recipe& recipe, const HeightRange& range);

// One map of a run of n pixels into planes[0 .. Channels(map) - 1], kRunLength floats each.
struct MapKernels {
  void (*height)(const MapFactors& factors, const Slot& slot, int n, float* const* planes) noexcept;
  void (*slope)(const MapFactors& factors, const Slot& slot, int n, float* const* planes) noexcept;
  void (*normal)(const MapFactors& factors, const Slot& slot, int n, float* const* planes) noexcept;
};

const MapKernels& SelectMaps(int64_t simd_target);

}  // namespace cobble

#endif  // COBBLE_RENDER_MAPS_H_
