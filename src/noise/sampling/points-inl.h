// What noises that work a sample a lane have in common: a run's positions split by octave, a value
// with its slope, and the sum of octaves.
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
namespace cobble {
namespace HWY_NAMESPACE {

// A value and its slope along the first kSlopes axes.
template <int kSlopes>
struct Jet {
  VF v;
  VF g[kSlopes > 0 ? kSlopes : 1];
};

// What turbulence makes of both.
template <int kSlopes>
HWY_INLINE void ApplyTurbulence(Turbulence turbulence, Jet<kSlopes>& jet) {
  if (turbulence == Turbulence::kNone) return;
  const VF factor = TurbulentFactor(turbulence, jet.v);
  jet.v = TurbulentValue(turbulence, jet.v);
  for (int a = 0; a < kSlopes; ++a) jet.g[a] = factor * jet.g[a];
}

// Scratch of a run: positions of an affine frame, and the split of one octave.
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

// sum = scale * share, or added to what the octaves before left.
HWY_INLINE void AddShare(float scale, VF share, bool first, float* sum) {
  const F32 d;
  const VF s = Broadcast(scale);
  hn::Store(first ? s * share : Fma(s, share, hn::Load(d, sum)), d, sum);
}

// Adds an octave's share to the slot, a vector of samples from k on.
template <int kSlopes>
HWY_INLINE void AddShare(const Octave& octave, const Jet<kSlopes>& jet, bool first,
                         const Slot& slot, int k) {
  AddShare(octave.amplitude, jet.v, first, slot.value + k);
  for (int a = 0; a < kSlopes; ++a)
    if (slot.slope[a] != nullptr)
      AddShare(octave.slope_scale[a], jet.g[a], first, slot.slope[a] + k);
}

// What a noise keeps from one vector of samples to the next: nothing.
struct NothingKept {
  void Forget() {}
};

// Splits an octave's positions axis by axis, for noises whose lattice is that of whole numbers.
template <int kDimensions>
struct SplitByAxis {
  using Kept = NothingKept;
  static constexpr int kDims = kDimensions;

  static HWY_INLINE void Split(const Octave& octave, const double* const* q, int n,
                               const PointsScratch& s) {
    for (int a = 0; a < kDims; ++a) SplitRun(q[a], n, AxisOf(octave, a), s.index[a], s.fraction[a]);
  }
};

// The strategy (typed_kernel-inl.h) of a noise that works a sample a lane. A Noise has
//   Args                           with octaves
//   kDims
//   Split(octave, q, n, s)         the lattice indices and fractions of a run's positions
//   Make(args, octave, s, k, kept) the value and slope of an octave, for a vector of samples from k
//                                  on; `kept`, a Kept, is what it keeps of the octave's vectors
//                                  before, until Forget
template <class Noise>
struct AtPoints {
  using Args = typename Noise::Args;
  using Kept = typename Noise::Kept;
  struct State {
    PointsScratch points;
    Kept* kept;
  };
  static constexpr int kMaxColumns = kShortRun;

  static void LayOut(const Args&, const Frame&, int, Scratch& scratch, State& state) {
    state.points = LayOutPoints(Noise::kDims, scratch);
    state.kept = scratch.Take<Kept>(1);
  }

  static void Prepare(const Args&, const Frame&, const Tile&, State&) {}

  static HWY_INLINE void Run(const Args& args, const Frame& frame, const cobble::Run& run,
                             const State& state, const Slot& slot) {
    constexpr int kDims = Noise::kDims;
    const PointsScratch s = state.points;  // a copy, which stores of samples cannot change
    Kept& kept = *state.kept;
    const double* q[kDims];
    for (int a = 0; a < kDims; ++a) q[a] = RunPositions(frame, run, a, s.q[a]);
    for (const Octave& octave : args.octaves) {
      Noise::Split(octave, q, run.n, s);
      kept.Forget();
      const bool first = &octave == &args.octaves.front();
      ForVectors(run.n, [&](int k) {
        AddShare(octave, Noise::Make(args, octave, s, k, kept), first, slot, k);
      });
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
