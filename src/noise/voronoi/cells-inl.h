// The feature points of lattice cells, a cell a lane.
#include "noise/math/hash-inl.h"
#include "noise/voronoi/voronoi.h"

#if defined(COBBLE_NOISE_VORONOI_CELLS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_VORONOI_CELLS_INL_H_
#undef COBBLE_NOISE_VORONOI_CELLS_INL_H_
#else
#define COBBLE_NOISE_VORONOI_CELLS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Points in a cell.
template <int kDims>
inline constexpr int kCellPoints = kDims == 1 ? 1 : 2;

// 0.5 + (f - 0.5) * jitter for the kCount bits from kShift on as f in 0..1.
template <int kCount, int kShift>
HWY_INLINE VF JitteredBits(VU value, float jitter) {
  constexpr uint32_t kMax = (1u << kCount) - 1;
  const VU bits = hn::And(hn::ShiftRight<kShift>(value), hn::Set(U32(), kMax));
  const VF f = hn::ConvertTo(F32(), hn::BitCast(I32(), bits));
  return Fma(f, Broadcast(jitter / static_cast<float>(kMax)), Broadcast(0.5f - 0.5f * jitter));
}

// Where the two points (one in 1D) lie inside their cell, 0..1 on each axis: point[p][axis].
// In: the value of the cell's accumulator.
template <int kDims>
HWY_INLINE void CellPoints(VU value, float jitter, VF (*point)[kDims]) {
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

// cell-id's number of point p, 0..1: the 24 leading bits of its hash.
HWY_INLINE VF CellNumber(VU accumulator, int p) {
  const U32 d;
  const VU value = Avalanche(Eat(accumulator, hn::Set(d, static_cast<uint32_t>(p))));
  return hn::ConvertTo(F32(), hn::BitCast(I32(), hn::ShiftRight<8>(value))) * Broadcast(0x1p-24f);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
