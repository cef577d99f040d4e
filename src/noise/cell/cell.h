// Cell noise, 1D to 3D: distances to random points, with a Poisson distributed number of them in
// each lattice cell ("cube").
#pragma once

#include <array>
#include <cstdint>

#include "cobble/enums.h"
#include "noise/kernel.h"

namespace cobble {

inline constexpr int kMaxCubePoints = 9;
inline constexpr int kMaxCubeReach = 3;

struct CellArgs : NoiseArgs {
  Metric metric = Metric::kEuclidean;
  CellFunction function = CellFunction::kF1;
  std::array<float, 4> weights{1, 0, 0, 0};  // of F1 .. F4, for functions of distances
  float limit = 1;                           // maximum distance and result, 1..3
  // Computed by CountThresholds. A cube has 1 point plus 1 for each threshold <= its first random
  // number. A threshold of 2^32 is never reached.
  std::array<uint64_t, kMaxCubePoints - 1> thresholds{};

  // Returns the axis of the functions u, v and w, -1 for others.
  int offset_axis() const {
    return function < CellFunction::kU
               ? -1
               : static_cast<int>(function) - static_cast<int>(CellFunction::kU);
  }
  // Returns whether the result is a property of the nearest point, however far it is.
  bool is_of_nearest() const { return function >= CellFunction::kCellId; }
  // Returns the number of cubes that are searched on each side of a sample's cube along an axis.
  int reach(int axis) const {
    if (axis >= dimensions) return 0;
    if (limit <= 1) return 1;
    return limit <= 2 ? 2 : 3;
  }
};

// Returns floor(2^32 P(count <= m) + 0.5), m = 1 .. 8, for the Poisson distribution with mean
// `density`, 0.1 .. 16.
std::array<uint64_t, kMaxCubePoints - 1> CountThresholds(double density);

Kernel SelectCell(const CellArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
