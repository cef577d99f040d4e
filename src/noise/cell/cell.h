// Cell noise: distances to the points of cubes, a Poisson number in each, 1 to 3 dimensions. What a
// Program hands over, and the selector of its kernels.
#ifndef COBBLE_NOISE_CELL_CELL_H_
#define COBBLE_NOISE_CELL_CELL_H_

#include <array>
#include <cstdint>
#include <vector>

#include "cobble/enums.h"
#include "noise/kernel.h"

namespace cobble {

inline constexpr int kMaxCubePoints = 9;

struct CellArgs {
  Metric metric = Metric::kEuclidean;
  bool cell_id = false;  // else the weighted sum of F1 .. F4
  std::array<float, 4> weights{1, 0, 0, 0};
  int dimensions = 2;
  int slopes = 0;  // how many are written: see Slot
  // A cube holds 1 point, and one more for each of these that its first random number reaches.
  // 2^32 is never reached. From CountThresholds.
  std::array<uint64_t, kMaxCubePoints - 1> thresholds{};
  std::vector<Octave> octaves;

  // How many cubes to either side of a sample's own count along an axis.
  int reach(int axis) const { return axis < dimensions ? 1 : 0; }
};

// floor(2^32 P(count <= m) + 0.5) of the Poisson law of that mean, m = 1 .. 8.
// In: density, 0.1 .. 16.
std::array<uint64_t, kMaxCubePoints - 1> CountThresholds(double density);

// The kernel for args in that form, at a SIMD level (SimdLevel::target).
Kernel SelectCell(const CellArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble

#endif  // COBBLE_NOISE_CELL_CELL_H_
