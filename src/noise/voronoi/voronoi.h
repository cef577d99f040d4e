// Voronoi noise: distances to feature points scattered in lattice cells, 1 to 3 dimensions. What a
// Program hands over, and the selector of its kernels.
#ifndef COBBLE_NOISE_VORONOI_VORONOI_H_
#define COBBLE_NOISE_VORONOI_VORONOI_H_

#include <cstdint>
#include <vector>

#include "cobble/enums.h"
#include "noise/kernel.h"

namespace cobble {

struct VoronoiArgs {
  Metric metric = Metric::kEuclidean;
  VoronoiFunction function = VoronoiFunction::kF1;
  Smooth smooth = Smooth::kNone;
  int dimensions = 2;
  int slopes = 0;  // how many are written: see Slot
  float jitter = 1;
  std::vector<Octave> octaves;
};

// The kernel for args in that form, at a SIMD level (SimdLevel::target).
Kernel SelectVoronoi(const VoronoiArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble

#endif  // COBBLE_NOISE_VORONOI_VORONOI_H_
