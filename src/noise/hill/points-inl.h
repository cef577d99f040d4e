// Hill noise at arbitrary points, one sample per lane: for each term, a phase in double, reduced to
// one turn, and its cosine in float32. Slopes also need the sine.
#include "noise/hill/distribution-inl.h"
#include "noise/hill/sums-inl.h"
#include "noise/math/sin_turns-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/typed_kernel-inl.h"

#if defined(COBBLE_NOISE_HILL_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_HILL_POINTS_INL_H_
#undef COBBLE_NOISE_HILL_POINTS_INL_H_
#else
#define COBBLE_NOISE_HILL_POINTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// The positions of a vector of samples in an octave's cells.
template <int kDims>
struct HillPoint {
  VD c[kHalves][kDims];

  HWY_INLINE HillPoint(const Frame& frame, const Octave& octave, int k) {
    const F64 d;
    for (int half = 0; half < kHalves; ++half)
      for (int a = 0; a < kDims; ++a)
        c[half][a] = hn::LoadU(d, frame.q[a] + k + half * static_cast<int>(hn::Lanes(d))) *
                     hn::Set(d, octave.frequency[a]);
  }

  // Returns the phase of term t, -0.5..0.5 turns.
  HWY_INLINE VF Phase(const HillTerms& terms, int t) const {
    const F64 d;
    return NarrowHalves([&](int half) {
      VD turns = hn::Set(d, terms.offset[t]);
      for (int a = 0; a < kDims; ++a)
        turns = turns + TurnsOfProduct(hn::Set(d, terms.k[a][t]), c[half][a]);
      return WithinTurn(turns);
    });
  }
};

template <int kDims, int kSlopes>
struct HillPoints {
  using Args = HillArgs;
  struct State {
    float* complement;  // HillSums::complement of a run
  };
  static constexpr int kMaxColumns = kShortRun;

  static HWY_INLINE Jet<kSlopes> Sum(const HillTerms& terms, int term_count,
                                     const HillPoint<kDims>& point) {
    Jet<kSlopes> sum;
    sum.v = hn::Zero(F32());
    for (int a = 0; a < kSlopes; ++a) sum.g[a] = hn::Zero(F32());
    for (int t = 0; t < term_count; ++t) {
      const VF phase = point.Phase(terms, t);
      sum.v = Fma(Broadcast(terms.amplitude[t]), CosTurns(phase), sum.v);
      if constexpr (kSlopes > 0) {
        const VF sine = SinTurns(phase);
        for (int a = 0; a < kSlopes; ++a)
          sum.g[a] = Fma(Broadcast(-terms.gradient[a][t]), sine, sum.g[a]);
      }
    }
    return sum;
  }

  static void LayOut(const HillArgs&, const Frame&, int, Scratch& scratch, State& state) {
    state.complement = scratch.Take<float>(kRunLength + kPad);
  }

  static void Prepare(const HillArgs&, const Frame&, const Tile&, State&) {}

  static HWY_INLINE void Run(const HillArgs& args, const Frame& frame, const cobble::Run& run,
                             const State& state, const Slot& slot) {
    const bool is_uniform = args.quantile.type == DistributionType::kUniform;
    HillSums sums{slot.value, is_uniform ? nullptr : state.complement, {}};
    for (int a = 0; a < kSlopes; ++a) sums.slope[a] = slot.slope[a];
    for (std::size_t o = 0; o < args.octaves.size(); ++o)
      ForVectors(run.n, [&](int k) {
        const HillPoint<kDims> point(frame, args.octaves[o], k);
        AddFlattened(args.octaves[o], Sum(args.terms[o], args.term_count, point), o == 0, sums, k);
      });
    ApplyQuantile(args.quantile, run.n, sums, slot);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
