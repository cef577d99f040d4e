// The interface of a map: turns rows of the noise's value and slope into rows of samples.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "cobble/recipe.h"
#include "core/bounds.h"
#include "core/maps.h"
#include "noise/kernel.h"
#include "program/height_scale.h"
#include "program/program_impl.h"
#include "render/halo_ring.h"

namespace cobble {

// The noise at a run of n pixels.
struct MapInput {
  // The noise's value, and its slopes along x and y of the position P (null if no map of the run
  // needs them). The arrays start at the run's first pixel, are aligned to kAlign, and are readable
  // up to n rounded up to kPad.
  const float* value = nullptr;
  // Of a sphere: along the axes of P, in the tangent plane.
  const float* slope[3] = {nullptr, nullptr, nullptr};
  int64_t i = 0, j = 0;  // the run's first pixel, in the unflipped picture
  // The planes of the program's maps, in order.
  const float* const* maps = nullptr;
  // The maps ao and curvature, if the maps of the recipe needed them already.
  PictureRows pictures{};
  // Set for maps with a halo: the ring with the neighbouring pixels, and the run's start in it.
  const HaloRing* ring = nullptr;
  int64_t row = 0, column = 0;

  const float* PictureOf(Map map) const {
    const auto* const found = std::find(kPictureMaps.begin(), kPictureMaps.end(), map);
    return pictures[static_cast<std::size_t>(found - kPictureMaps.begin())];
  }
};

// The inputs of a map other than its pixels.
struct MapSetup {
  const Recipe& recipe;
  std::span<const ProgramMap> program_maps;
  HeightScale heights;
  HeightRange range;  // from which the heights follow
  Bounds bounds;      // of the noise's value
  int64_t simd_target;

  // Maps are computed from the unflipped picture; a flipped one stores their rows in reverse.
  // Returns the factor of components along y, which then point the other way.
  double flip_y() const { return recipe.flip ? -1 : 1; }

  // Returns the factor from the slope along x or y to that component of the normal, before it is
  // normalised, with x to the right and y up.
  double tilt(int axis) const {
    return (axis == 0 ? -1 : flip_y()) * recipe.normal.strength * heights.slope[axis];
  }
};

// Of any map, built in or not.
inline constexpr std::size_t kMaxMapChannels = 6;

// Returns how many planes a map needs while it is computed: a channel, as many as its whole map.
inline int ScratchOf(const PictureMap& map) {
  if (map.whole) return ScratchOf(*map.whole);
  int scratch = map.channels, channel = 0;
  for (const PictureMap& part : map.parts) {
    scratch = std::max(scratch, channel + ScratchOf(part));
    channel += part.channels;
  }
  return scratch;
}

// One map of one picture, shared by all bands: computes the samples of n <= kRunLength pixels. A
// sample is a pure function of the pixels that the map reads: it does not depend on the run, the
// band or the SIMD level. Must not throw.
//
// scratch[c] has room for kRunLength + kPad floats, aligned to kAlign, for ScratchOf(map) of c; the
// map keeps only the first, one for each of its channels. Sets planes[c] to channel c's samples, in
// scratch[c] or the input.
using MapFunction =
    std::function<void(const MapInput& in, int n, float* const* scratch, const float** planes)>;

}  // namespace cobble
