// Code shared by noises that compute one sample per lane at arbitrary points: the cells of a run's
// positions, values with slopes, and sums of octaves.
#include "noise/math/turbulence-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/positions-inl.h"
#include "noise/sampling/scratch.h"
#include "noise/sampling/split-inl.h"
#include "noise/sampling/typed_kernel-inl.h"

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

// The Cache (see AtPoints) of noises that keep no state between vectors of samples.
struct NoCache {
  void Clear() {}
};

// Splits an octave's positions axis by axis, for noises on the integer lattice.
template <int kDimensions>
struct SplitByAxis {
  using Cache = NoCache;
  static constexpr int kDims = kDimensions;

  static HWY_INLINE void Split(const Octave& octave, const double* const* q, int n,
                               const PointsScratch& s) {
    for (int a = 0; a < kDims; ++a) SplitRun(q[a], n, AxisOf(octave, a), s.index[a], s.fraction[a]);
  }
};

// The Strategy (typed_kernel-inl.h) of a noise that computes one sample per lane. A Noise provides:
//   Args                            with octaves
//   kDims
//   Cache                           state from earlier vectors of the same octave, such as a cell's
//                                   points; Clear() empties it
//   Split(octave, q, n, s)          the lattice indices and fractions of a run's positions
//   Make(args, octave, s, k, cache) an octave's values and slopes, for the vector of samples at k
template <class Noise>
struct AtPoints {
  using Args = typename Noise::Args;
  using Cache = typename Noise::Cache;
  struct State {
    PointsScratch points;
    Cache* cache;
  };
  static constexpr int kMaxColumns = kShortRun;

  static void LayOut(const Args&, const Frame&, int, Scratch& scratch, State& state) {
    state.points = LayOutPoints(Noise::kDims, scratch);
    state.cache = scratch.Take<Cache>(1);
  }

  static void Prepare(const Args&, const Frame&, const Tile&, State&) {}

  static HWY_INLINE void Run(const Args& args, const Frame& frame, const cobble::Run& run,
                             const State& state, const Slot& slot) {
    constexpr int kDims = Noise::kDims;
    const PointsScratch s = state.points;  // a copy, so that stores of samples cannot alias it
    Cache& cache = *state.cache;
    const double* q[kDims];
    for (int a = 0; a < kDims; ++a) q[a] = RunPositions(frame, run, a, s.q[a]);
    for (const Octave& octave : args.octaves) {
      Noise::Split(octave, q, run.n, s);
      cache.Clear();
      const bool is_first = &octave == &args.octaves.front();
      ForVectors(run.n, [&](int k) {
        AddContribution(octave, Noise::Make(args, octave, s, k, cache), is_first, slot, k);
      });
    }
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
