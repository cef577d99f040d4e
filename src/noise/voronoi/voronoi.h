// Voronoi noise: distances to feature points, one or two at random positions in each lattice cell,
// 1 to 3 dimensions. The arguments of its kernels and their selector.
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
  int slopes = 0;  // number of slopes written: see Slot
  float jitter = 1;
  std::vector<Octave> octaves;
};

// Returns the kernel for args and frames of `kind`, at a SIMD level (SimdLevel::target).
Kernel SelectVoronoi(const VoronoiArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble

#endif  // COBBLE_NOISE_VORONOI_VORONOI_H_
