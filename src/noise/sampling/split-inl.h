// From positions to lattice cells: splits a double coordinate into a cell index and a float32
// fraction inside the cell, and steps indices with wrap-around.
#include "core/simd-inl.h"
#include "noise/kernel.h"

#if defined(COBBLE_NOISE_SAMPLING_SPLIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SAMPLING_SPLIT_INL_H_
#undef COBBLE_NOISE_SAMPLING_SPLIT_INL_H_
#else
#define COBBLE_NOISE_SAMPLING_SPLIT_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// One axis of one octave: c = q * frequency + scatter, index = floor(c), reduced modulo the period
// (0 = not tiled).
struct Axis {
  double frequency = 1;
  double scatter = 0;
  int64_t period = 0;
};

HWY_INLINE Axis AxisOf(const Octave& octave, int axis) {
  return {octave.frequency[axis], octave.scatter[axis], octave.period[axis]};
}

// Returns x modulo the period, or x itself if the period is 0. Division in double is safe: the
// quotient of an integer below 2^52 and a period is never rounded up to the next integer.
template <class D>
HWY_INLINE hn::Vec<D> Reduced(D d, hn::Vec<D> x, int64_t period) {
  if (period == 0) return x;
  const auto p = hn::Set(d, static_cast<double>(period));
  return x - p * hn::Floor(x / p);
}

// Reduces integers in double modulo the period and wraps them to 32 bits: k mod 2^32, as the int32
// with the same bits.
template <class D>
HWY_INLINE hn::Vec<hn::Rebind<int32_t, D>> WrapIndex(D d, hn::Vec<D> whole, int64_t period) {
  whole = Reduced(d, whole, period);
  const auto turns = hn::Floor(whole * hn::Set(d, 0x1p-32) + hn::Set(d, 0.5));
  return hn::DemoteTo(hn::Rebind<int32_t, D>(), whole - turns * hn::Set(d, 0x1p32));
}

// A faster version for integers below 2^51: adding 1.5 * 2^52 leaves the integer modulo 2^32 in the
// low 32 bits of the sum's representation.
template <class D>
HWY_INLINE hn::Vec<hn::Rebind<int32_t, D>> IndexOf(D d, hn::Vec<D> whole, int64_t period) {
  const auto bits =
      hn::BitCast(hn::RebindToUnsigned<D>(), Reduced(d, whole, period) + hn::Set(d, 0x1.8p52));
  return hn::BitCast(hn::Rebind<int32_t, D>(), hn::TruncateTo(hn::Rebind<uint32_t, D>(), bits));
}

// In: q[0 .. n - 1], recipe units, |c| <= 2^40 (larger values lose bits of the fraction and,
// starting at 2^51, of the index).
// Out: index[k] = floor(c), wrapped, and fraction[k] = c - floor(c) in float32, 0..1.
// Reads and writes up to n rounded up to kPad.
inline HWY_NOINLINE void SplitRun(const double* HWY_RESTRICT q, int n, const Axis& axis,
                                  int32_t* HWY_RESTRICT index, float* HWY_RESTRICT fraction) {
  const F64 d;
  const hn::Rebind<int32_t, F64> di;
  const hn::Rebind<float, F64> df;
  const auto frequency = hn::Set(d, axis.frequency), scatter = hn::Set(d, axis.scatter);
  for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
    const VD c = hn::LoadU(d, q + k) * frequency + scatter;
    const VD whole = hn::Floor(c);
    hn::StoreU(IndexOf(d, whole, axis.period), di, index + k);
    hn::StoreU(hn::DemoteTo(df, c - whole), df, fraction + k);
  }
}

// The same for one coordinate.
HWY_INLINE void SplitOne(double q, const Axis& axis, int32_t* index, float* fraction) {
  const hn::CappedTag<double, 1> d;
  const auto c = hn::Set(d, q * axis.frequency + axis.scatter);
  const auto whole = hn::Floor(c);
  *index = hn::GetLane(IndexOf(d, whole, axis.period));
  *fraction = hn::GetLane(hn::DemoteTo(hn::Rebind<float, decltype(d)>(), c - whole));
}

// Returns index + 1 modulo the period. In: an index already reduced.
HWY_INLINE VI NextIndex(VI index, int64_t period) {
  const I32 d;
  const VI next = index + hn::Set(d, 1);
  if (period == 0) return next;
  return hn::IfThenZeroElse(next == hn::Set(d, static_cast<int32_t>(period)), next);
}

HWY_INLINE int32_t NextIndex(int32_t index, int64_t period) {
  const auto next = static_cast<int32_t>(static_cast<uint32_t>(index) + 1);
  return period != 0 && next == static_cast<int32_t>(period) ? 0 : next;
}

// Returns index + shift modulo the period; |shift| may exceed the period.
HWY_INLINE int32_t ShiftIndex(int32_t index, int shift, int64_t period) {
  if (period == 0)
    return static_cast<int32_t>(static_cast<uint32_t>(index) + static_cast<uint32_t>(shift));
  return static_cast<int32_t>(((index + shift) % period + period) % period);
}

// The same for vectors; efficient if |shift| is small.
HWY_INLINE VI ShiftIndex(VI index, int shift, int64_t period) {
  const I32 d;
  VI moved = index + hn::Set(d, shift);
  if (period == 0) return moved;
  // |shift| times, since the period may be 1.
  const VI p = hn::Set(d, static_cast<int32_t>(period)), zero = hn::Zero(d);
  for (; shift < 0; ++shift) moved = hn::IfThenElse(moved < zero, moved + p, moved);
  for (; shift > 0; --shift) moved = hn::IfThenElse(moved < p, moved, moved - p);
  return moved;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
