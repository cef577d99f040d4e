// Hill noise at points anywhere: the phase of each term in double, a sine a term.
#include "noise/hill/distribution-inl.h"
#include "noise/hill/sums-inl.h"
#include "noise/math/sin_turns-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/scratch.h"

#if defined(COBBLE_NOISE_HILL_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_HILL_POINTS_INL_H_
#undef COBBLE_NOISE_HILL_POINTS_INL_H_
#else
#define COBBLE_NOISE_HILL_POINTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// A vector of samples, in an octave's lattice cells.
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

  // The phase of term t, in turns, -0.5..0.5.
  HWY_INLINE VF Phase(const HillWaves& waves, int t) const {
    const F64 d;
    return NarrowHalves([&](int half) {
      VD turns = hn::Set(d, waves.offset[t]);
      for (int a = 0; a < kDims; ++a)
        turns = turns + TurnsOfProduct(hn::Set(d, waves.k[a][t]), c[half][a]);
      return WithinTurn(turns);
    });
  }
};

template <int kDims, int kSlopes>
struct HillPoints {
  static HWY_INLINE Jet<kSlopes> Sum(const HillWaves& waves, int terms,
                                     const HillPoint<kDims>& point) {
    Jet<kSlopes> sum;
    sum.v = hn::Zero(F32());
    for (int a = 0; a < kSlopes; ++a) sum.g[a] = hn::Zero(F32());
    for (int t = 0; t < terms; ++t) {
      const VF phase = point.Phase(waves, t);
      sum.v = Fma(Splat(waves.amplitude[t]), CosTurns(phase), sum.v);
      if constexpr (kSlopes > 0) {
        const VF sine = SinTurns(phase);
        for (int a = 0; a < kSlopes; ++a)
          sum.g[a] = Fma(Splat(-waves.gradient[a][t]), sine, sum.g[a]);
      }
    }
    return sum;
  }

  static std::size_t ScratchBytes(const void*, const Frame&, int) noexcept {
    Scratch scratch(nullptr);
    scratch.Take<float>(kRunLength + kPad);
    return scratch.used();
  }

  static void Prepare(const void*, const Frame&, const Tile&, void*) noexcept {}

  static void Run(const void* args_pointer, const Frame& frame, const cobble::Run& run,
                  void* memory, const Slot& slot) noexcept {
    const auto& args = *static_cast<const HillArgs*>(args_pointer);
    Scratch scratch(memory);
    float* const above = scratch.Take<float>(kRunLength + kPad);
    const bool is_uniform = args.law.type == DistributionType::kUniform;
    HillSums sums{slot.value, is_uniform ? nullptr : above, {}};
    for (int a = 0; a < kSlopes; ++a) sums.slope[a] = slot.slope[a];
    for (std::size_t o = 0; o < args.octaves.size(); ++o)
      ForVectors(run.n, [&](int k) {
        const HillPoint<kDims> point(frame, args.octaves[o], k);
        AddFlattened(args.octaves[o], Sum(args.waves[o], args.terms, point), o == 0, sums, k);
      });
    ApplyLaw(args.law, run.n, sums, slot);
  }

  static constexpr Kernel kKernel{&ScratchBytes, &Prepare, &Run};
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
