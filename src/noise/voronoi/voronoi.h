// Voronoi noise, 1D to 3D: distances to feature points, one or two at random places in each cell.
#pragma once

#include <cstdint>

#include "cobble/enums.h"
#include "noise/kernel.h"

namespace cobble {

struct VoronoiArgs : NoiseArgs {
  Metric metric = Metric::kEuclidean;
  VoronoiFunction function = VoronoiFunction::kF1;
  Smooth smooth = Smooth::kNone;
  float jitter = 1;
  float limit = 1;  // maximum distance, 1..3; 1 for edge, cell-id, u, v, w and smooth distances

  // Returns the axis of the functions u, v and w, -1 for others.
  int offset_axis() const {
    return function < VoronoiFunction::kU
               ? -1
               : static_cast<int>(function) - static_cast<int>(VoronoiFunction::kU);
  }
  // Returns whether the result is a property of the nearest point, however far it is.
  bool is_of_nearest() const { return function == VoronoiFunction::kCellId || offset_axis() >= 0; }
  // Returns the number of cells that are searched on each side of a sample's cell.
  int reach() const {
    if (smooth != Smooth::kNone || function == VoronoiFunction::kEdge) return 2;
    if (limit <= 1) return 1;
    return limit <= 2 ? 2 : 3;
  }
};

inline constexpr int kMaxVoronoiReach = 3;

Kernel SelectVoronoi(const VoronoiArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
