// The positions of a run in fixed point, split once for several octaves: cell index and fraction as
// 32 + 32 bits. If an octave has 2^s times the frequency of an earlier one, its positions are the
// earlier ones, shifted left by s bits, plus a scatter. These are integer operations on full
// vectors, while splitting doubles takes two vectors of half as many lanes.
//
//      index (32 bits)     fraction (32 bits)
//     [..............iiii].[ffffffffffffffff]      earlier octave (the base)
//     [..........iiiiffff].[ffffffffffff0000]      s = 4, + [scatter], with carry
//
// Error: positions are rounded to 2^-32 cells of the base octave. Since s <= kMaxShift = 8, that is
// at most 2^-25 cells of any octave: no more than rounding a fraction to float32.
#include "noise/kernel.h"
#include "noise/sampling/scratch.h"
#include "noise/sampling/split-inl.h"

#if defined(COBBLE_NOISE_SAMPLING_FIXED_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SAMPLING_FIXED_POINTS_INL_H_
#undef COBBLE_NOISE_SAMPLING_FIXED_POINTS_INL_H_
#else
#define COBBLE_NOISE_SAMPLING_FIXED_POINTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// A run's positions in the cells of a base octave, without scatter.
struct FixedPoints {
  uint32_t* index[3];
  uint32_t* fraction[3];
};

inline FixedPoints LayOutFixedPoints(int dimensions, int columns, Scratch& scratch) {
  const auto width = static_cast<std::size_t>(columns) + kPad;
  FixedPoints s{};
  for (int a = 0; a < dimensions; ++a) {
    s.index[a] = scratch.Take<uint32_t>(width);
    s.fraction[a] = scratch.Take<uint32_t>(width);
  }
  return s;
}

inline constexpr int kMaxShift = 8;

// Returns s if the octave's positions are those of `base` shifted left by s bits, else -1.
inline int ShiftFrom(const Octave& base, const Octave& octave, int dimensions) {
  for (int s = 0; s <= kMaxShift; ++s) {
    const int64_t factor = int64_t{1} << s;
    bool agrees = true;
    for (int a = 0; a < dimensions; ++a)
      agrees &= octave.frequency[a] == base.frequency[a] * static_cast<double>(factor) &&
                octave.period[a] == base.period[a] * factor;
    if (agrees) return s;
  }
  return -1;
}

// Returns c 2^32 modulo 2^64, with floor(c) modulo the period (0: not tiled). In: |c| < 2^51.
template <class D>
HWY_INLINE hn::Vec<hn::RebindToUnsigned<D>> FixedPointOf(D d, hn::Vec<D> c, int64_t period) {
  const hn::RebindToUnsigned<D> du;
  const VD whole = hn::Floor(c), rest = c - whole;
  // Adding 2^52 or 1.5 * 2^52 leaves an integer in the low bits of the sum's representation. The
  // product by 2^32 is exact, so MulAdd rounds once on every target.
  const VD one = hn::Set(d, 0x1p52);
  const VD scaled = hn::MulAdd(rest, hn::Set(d, 0x1p32), one);
  const auto index = hn::BitCast(du, Reduced(d, whole, period) + hn::Set(d, 0x1.8p52));
  return hn::ShiftLeft<32>(index) + (hn::BitCast(du, scaled) - hn::BitCast(du, one));
}

// Splits a run's positions for the octaves based on `base`. Reads and writes n rounded up to kPad.
// In: q[a][0 .. n - 1], recipe units, |q * frequency| <= 2^40 (see SplitRun). If not kCells,
// transform(c) turns cells into lattice coordinates, in place, and reduces them if tiled.
template <int kDims, bool kCells, class Transform>
HWY_INLINE void SplitFixed(const Octave& base, const double* const* q, int n, const FixedPoints& s,
                           const Transform& transform) {
  const F64 d;
  const hn::Rebind<uint32_t, F64> half;
  for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
    VD c[kDims];
    for (int a = 0; a < kDims; ++a) c[a] = hn::LoadU(d, q[a] + k) * hn::Set(d, base.frequency[a]);
    if constexpr (!kCells) transform(c);
    for (int a = 0; a < kDims; ++a) {
      const auto fixed = FixedPointOf(d, c[a], kCells ? base.period[a] : 0);
      hn::StoreU(hn::TruncateTo(half, hn::ShiftRight<32>(fixed)), half, s.index[a] + k);
      hn::StoreU(hn::TruncateTo(half, fixed), half, s.fraction[a] + k);
    }
  }
}

// Shift all lanes by `count` bits, 0 .. 31.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
HWY_INLINE VU ShiftLeftBy(VU v, int count) {
  return hn::Shl(v, hn::Set(U32(), static_cast<uint32_t>(count)));
}
HWY_INLINE VU ShiftRightBy(VU v, int count) {
  return hn::Shr(v, hn::Set(U32(), static_cast<uint32_t>(count)));
}
#else
HWY_INLINE VU ShiftLeftBy(VU v, int count) { return hn::ShiftLeftSame(v, count); }
HWY_INLINE VU ShiftRightBy(VU v, int count) { return hn::ShiftRightSame(v, count); }
#endif

// Returns v, plus 1 where a < b. In: vectors of VI or VU.
template <class V>
HWY_INLINE V AddOneIfLess(V v, V a, V b) {
#if HWY_TARGET == HWY_AVX3
  return V{_mm512_mask_add_epi32(v.raw, (a < b).raw, v.raw, _mm512_set1_epi32(1))};
#else
  return v - hn::VecFromMask(hn::DFromV<V>(), a < b);
#endif
}

// The positions of a run's samples in the cells of one octave, computed from its base. kCells: the
// coordinates are cells, so scatter is less than 1 and tiled indices are reduced.
template <int kDims, bool kCells = true>
class OctavePoints {
 public:
  // In: `shift`, from ShiftFrom; the octave's `scatter` in the base's coordinates, at least 0.
  HWY_INLINE OctavePoints(const Octave& octave, int shift, const FixedPoints& base,
                          const double* scatter)
      : octave_(octave), base_(base), shift_(shift) {
    for (int a = 0; a < kDims; ++a) {
      const auto fixed = static_cast<uint64_t>(scatter[a] * 0x1p32);
      scatter_[a] = hn::Set(I32(), static_cast<int32_t>(static_cast<uint32_t>(fixed) ^ kTopBit));
      whole_scatter_[a] = static_cast<int32_t>(fixed >> 32);
    }
  }

  // Computes the cells of the vector of samples at k, and their centred fractions s = 2 x - 1.
  HWY_INLINE void At(int k, VI* index, VF* centred) const {
    for (int a = 0; a < kDims; ++a) {
      const VI rest = SplitAxis(a, k, &index[a]);
      centred[a] = hn::ConvertTo(F32(), rest) * Broadcast(0x1p-31f);
    }
  }

  HWY_INLINE void CellsAt(int k, VI* index) const {
    for (int a = 0; a < kDims; ++a) SplitAxis(a, k, &index[a]);
  }

 private:
  static constexpr uint32_t kTopBit = 0x80000000u;

  // Returns the centred fraction on axis a, times 2^31. Flipping an unsigned fraction's top bit
  // subtracts 2^31 and makes it signed. This works before or after the sum, so the scatter is
  // flipped in advance. The sum carries where it is less than the scatter, flipped or not.
  HWY_INLINE VI SplitAxis(int a, int k, VI* index) const {
    const U32 du;
    VU whole = hn::Load(du, base_.index[a] + k);
    VU fraction = hn::Load(du, base_.fraction[a] + k);
    if (shift_ != 0) {
      whole = hn::Or(ShiftLeftBy(whole, shift_), ShiftRightBy(fraction, 32 - shift_));
      fraction = ShiftLeftBy(fraction, shift_);
    }
    const VI rest = hn::BitCast(I32(), fraction + hn::BitCast(du, scatter_[a]));
    *index = AddOneIfLess(hn::BitCast(I32(), whole), rest, scatter_[a]);
    if constexpr (!kCells)
      *index = *index + hn::Set(I32(), whole_scatter_[a]);
    else if (octave_.period[a] != 0)
      *index = hn::IfThenZeroElse(*index == hn::Set(I32(), static_cast<int32_t>(octave_.period[a])),
                                  *index);
    return rest;
  }

  const Octave& octave_;
  const FixedPoints base_;
  const int shift_;
  VI scatter_[kDims];  // the fraction * 2^32, with the top bit flipped
  int32_t whole_scatter_[kDims];
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
