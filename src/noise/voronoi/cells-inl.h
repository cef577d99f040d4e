// The feature points inside lattice cells, one cell per lane.
#pragma once

#include "noise/math/hash-inl.h"
#include "noise/voronoi/voronoi.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

template <int kDims>
inline constexpr int kPointsPerCell = kDims == 1 ? 1 : 2;

// Returns the number of cells in a box that extends `reach` cells beyond a cell on every side.
template <int kDims>
constexpr int CellsAround(int reach) {
  int cells = 1;
  for (int a = 0; a < kDims; ++a) cells *= 2 * reach + 1;
  return cells;
}

// Returns 0.5 + (f - 0.5) * jitter, f in 0..1 from kCount bits of `value` from bit kShift on.
template <int kCount, int kShift>
HWY_INLINE VF JitteredBits(VU value, float jitter) {
  constexpr uint32_t kMax = (1u << kCount) - 1;
  VU bits = hn::ShiftRight<kShift>(value);
  if constexpr (kShift + kCount < 32) bits = hn::And(bits, hn::Set(U32(), kMax));
  const VF f = hn::ConvertTo(F32(), hn::BitCast(I32(), bits));
  return Fma(f, Broadcast(jitter / static_cast<float>(kMax)), Broadcast(0.5f - 0.5f * jitter));
}

// In: the hash value of the cell (after Avalanche); jitter, 0..1.
// Out: point[p][axis], the positions of the cell's feature points within it, 0..1.
template <int kDims>
HWY_INLINE void PointsInCell(VU value, float jitter, VF (*point)[kDims]) {
  if constexpr (kDims == 3) {
    point[0][0] = JitteredBits<5, 0>(value, jitter);
    point[0][1] = JitteredBits<5, 5>(value, jitter);
    point[0][2] = JitteredBits<5, 10>(value, jitter);
    point[1][0] = JitteredBits<5, 15>(value, jitter);
    point[1][1] = JitteredBits<5, 20>(value, jitter);
    point[1][2] = JitteredBits<5, 25>(value, jitter);
  } else {
    point[0][0] = JitteredBits<8, 0>(value, jitter);
    if constexpr (kDims == 2) {
      point[0][1] = JitteredBits<8, 8>(value, jitter);
      point[1][0] = JitteredBits<8, 16>(value, jitter);
      point[1][1] = JitteredBits<8, 24>(value, jitter);
    }
  }
}

// Returns the cell-id of point p, 0..1. In: the cell's accumulator.
HWY_INLINE VF CellIdOf(VU accumulator, VU p) { return LeadingBits(Avalanche(Eat(accumulator, p))); }
HWY_INLINE VF CellIdOf(VU accumulator, int p) {
  return CellIdOf(accumulator, hn::Set(U32(), static_cast<uint32_t>(p)));
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
