// Code shared by noises that compute one sample per lane at arbitrary points: the cells of a run's
// positions, values with slopes, turbulence, and sums of octaves.
#include "cobble/enums.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/positions-inl.h"
#include "noise/sampling/scratch.h"
#include "noise/sampling/split-inl.h"

#if defined(COBBLE_NOISE_SAMPLING_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SAMPLING_POINTS_INL_H_
#undef COBBLE_NOISE_SAMPLING_POINTS_INL_H_
#else
#define COBBLE_NOISE_SAMPLING_POINTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// A value and its slope along the first kSlopes axes.
template <int kSlopes>
struct Jet {
  VF v;
  VF g[kSlopes > 0 ? kSlopes : 1];
};

// Turbulence: the function that is applied to the value v of each octave before summation.
// none: v. absolute: |v|, slope 0 where v is 0. smooth: S(|v|) = v^2 (3 - 2 |v|).
// Based on: Ken Perlin, "An Image Synthesizer", 1985; the smooth variant of Jasper Flick
// (catlikecoding.com, "Pseudorandom Noise: Noise Variants"), 2021.
// In: any turbulence except kNone.
HWY_INLINE VF TurbulentValue(Turbulence turbulence, VF v) {
  if (turbulence == Turbulence::kAbsolute) return hn::Abs(v);
  return v * v * Fma(hn::Abs(v), Broadcast(-2.0f), Broadcast(3.0f));
}

// Returns the derivative of TurbulentValue, the factor for slopes of v.
HWY_INLINE VF TurbulentFactor(Turbulence turbulence, VF v) {
  if (turbulence == Turbulence::kAbsolute) {
    const VF sign = hn::CopySign(Broadcast(1.0f), v);
    return hn::IfThenZeroElse(v == Broadcast(0.0f), sign);
  }
  return Broadcast(6.0f) * Fma(hn::Neg(v), hn::Abs(v), v);  // 6 v (1 - |v|)
}

template <int kSlopes>
HWY_INLINE void ApplyTurbulence(Turbulence turbulence, Jet<kSlopes>& jet) {
  if (turbulence == Turbulence::kNone) return;
  const VF factor = TurbulentFactor(turbulence, jet.v);
  jet.v = TurbulentValue(turbulence, jet.v);
  for (int a = 0; a < kSlopes; ++a) jet.g[a] = factor * jet.g[a];
}

// A run's positions (affine frames only), and their cells and fractions in the current octave.
struct PointsScratch {
  double* q[3];
  int32_t* index[3];
  float* fraction[3];
};

inline PointsScratch LayOutPoints(int dimensions, Scratch& scratch) {
  constexpr std::size_t kWidth = kRunLength + kPad;
  PointsScratch s{};
  for (int a = 0; a < dimensions; ++a) {
    s.q[a] = scratch.Take<double>(kWidth);
    s.index[a] = scratch.Take<int32_t>(kWidth);
    s.fraction[a] = scratch.Take<float>(kWidth);
  }
  return s;
}

// sum = scale * contribution for the first octave, sum += scale * contribution for the others.
HWY_INLINE void AddContribution(float scale, VF contribution, bool is_first, float* sum) {
  const F32 d;
  const VF s = Broadcast(scale);
  hn::Store(is_first ? s * contribution : Fma(s, contribution, hn::Load(d, sum)), d, sum);
}

template <int kSlopes>
HWY_INLINE void AddContribution(const Octave& octave, const Jet<kSlopes>& jet, bool is_first,
                                const Slot& slot, int k) {
  AddContribution(octave.amplitude, jet.v, is_first, slot.value + k);
  for (int a = 0; a < kSlopes; ++a)
    if (slot.slope[a] != nullptr)
      AddContribution(octave.slope_scale[a], jet.g[a], is_first, slot.slope[a] + k);
}

// Adds an octave's contribution to the slopes of a function whose slope is 1 along `axis`, an index
// of Octave::slope_scale, and 0 along all others. In: n samples.
inline HWY_NOINLINE void AddUnitSlope(const Octave& octave, int axis, bool is_first, int n,
                                      const Slot& slot) {
  for (int a = 0; a < 3; ++a) {
    float* const sum = slot.slope[a];
    if (sum == nullptr) continue;
    const VF slope = Broadcast(a == axis ? 1.0f : 0.0f);
    ForVectors(n, [&](int k) { AddContribution(octave.slope_scale[a], slope, is_first, sum + k); });
  }
}

// Returns offset[axis]. In: an axis that the noise has.
template <int kDims>
HWY_INLINE VF OffsetAlong(const VF (&offset)[kDims], int axis) {
  VF along = offset[0];
  for (int a = 1; a < kDims; ++a)
    if (a == axis) along = offset[a];
  return along;
}

// Splits a run's positions into cells and fractions, axis by axis, for noises on the integer
// lattice.
template <int kDims>
HWY_INLINE void SplitByAxis(const Octave& octave, const double* const* q, int n,
                            const PointsScratch& s) {
  for (int a = 0; a < kDims; ++a) SplitRun(q[a], n, AxisOf(octave, a), s.index[a], s.fraction[a]);
}

// Loads the cells and fractions of the vector of samples at k, or of any samples of the run.
template <int kDims>
HWY_INLINE void LoadCells(const PointsScratch& s, int k, VI* index, VF* fraction) {
  for (int a = 0; a < kDims; ++a) {
    index[a] = hn::Load(I32(), s.index[a] + k);
    fraction[a] = hn::Load(F32(), s.fraction[a] + k);
  }
}
template <int kDims>
HWY_INLINE void LoadCells(const PointsScratch& s, VI samples, VI* index, VF* fraction) {
  for (int a = 0; a < kDims; ++a) {
    index[a] = hn::GatherIndex(I32(), s.index[a], samples);
    fraction[a] = hn::GatherIndex(F32(), s.fraction[a], samples);
  }
}

// Jets in arrays: values, then slopes by axis. Store a vector of samples from k on, or any samples.
template <int kSlopes>
HWY_INLINE void StoreJet(const Jet<kSlopes>& jet, float* const* to, int k) {
  hn::StoreU(jet.v, F32(), to[0] + k);
  for (int a = 0; a < kSlopes; ++a) hn::StoreU(jet.g[a], F32(), to[1 + a] + k);
}
template <int kSlopes>
HWY_INLINE void StoreJet(const Jet<kSlopes>& jet, float* const* to, VI samples) {
  hn::ScatterIndex(jet.v, F32(), to[0], samples);
  for (int a = 0; a < kSlopes; ++a) hn::ScatterIndex(jet.g[a], F32(), to[1 + a], samples);
}

// Stores the vector at k in a slot, without the slopes that the slot lacks.
template <int kSlopes>
HWY_INLINE void StoreJet(const Jet<kSlopes>& jet, const Slot& slot, int k) {
  hn::StoreU(jet.v, F32(), slot.value + k);
  for (int a = 0; a < kSlopes; ++a)
    if (slot.slope[a] != nullptr) hn::StoreU(jet.g[a], F32(), slot.slope[a] + k);
}

// Adds an octave's contribution for n samples.
template <int kSlopes>
HWY_INLINE void AddJets(const Octave& octave, const float* const* jets, bool is_first, int n,
                        const Slot& slot) {
  ForVectors(n, [&](int k) {
    Jet<kSlopes> jet;
    jet.v = hn::Load(F32(), jets[0] + k);
    for (int a = 0; a < kSlopes; ++a) jet.g[a] = hn::Load(F32(), jets[1 + a] + k);
    AddContribution(octave, jet, is_first, slot, k);
  });
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
