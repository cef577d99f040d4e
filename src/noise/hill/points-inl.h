// Hill noise at arbitrary points, one sample per lane. Cells are divided into patches
// (HillTerms::patches). The phase of a term is the sum of two parts:
// - at the centre of the sample's patch, computed in double and reduced to one turn;
// - from the centre to the sample, in float32.
// Samples of one patch share the first part, so it is tabulated for the patches of a vector. Where
// these are too many, it is computed for each sample, with the same bits.
#pragma once

#include <algorithm>

#include "noise/hill/distribution-inl.h"
#include "noise/math/sin_turns-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/typed_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// The patches that a vector of samples may share, and those whose phases are kept.
inline constexpr int kMaxPatches = 4, kKeptPatches = 8;

// The positions of a vector of samples in an octave's patches, in cells.
template <int kDims>
struct HillPoint {
  VD centre[kHalves][kDims];  // of each sample's patch, within the period if the noise is tiled
  VF offset[kDims];           // of the sample from the centre

  HWY_INLINE HillPoint(const Frame& frame, const Octave& octave, double patches, int k) {
    const F64 d;
    const VD side = hn::Set(d, 1 / patches);
    for (int a = 0; a < kDims; ++a) {
      const double* const q = frame.q[a] + k;
      offset[a] = NarrowHalves([&](int half) {
        const VD c = hn::LoadU(d, q + half * static_cast<int>(hn::Lanes(d))) *
                     hn::Set(d, octave.frequency[a]);
        const VD patch = hn::Floor(c * hn::Set(d, patches));
        const VD middle = (patch + hn::Set(d, 0.5)) * side;
        centre[half][a] = middle;
        if (octave.period[a] != 0) {
          // Waves are rounded to double, so a period of them is not a whole number of turns.
          const VD period = hn::Set(d, static_cast<double>(octave.period[a]) * patches);
          const VD first = patch - period * hn::Floor(patch / period);
          centre[half][a] = (first + hn::Set(d, 0.5)) * side;
        }
        return c - middle;
      });
    }
  }

  HWY_INLINE bool IsOnePatch() const {
    const F64 d;
    auto same = centre[0][0] == centre[0][0];
    for (int a = 0; a < kDims; ++a) {
      const VD first = hn::Set(d, hn::GetLane(centre[0][a]));
      for (int half = 0; half < kHalves; ++half) same = hn::And(same, centre[half][a] == first);
    }
    return hn::AllTrue(d, same);
  }
};

// Returns the phase of a term at the centre of a patch, -0.5..0.5 turns. In: the constants of one
// term for all lanes and a centre per lane, or the reverse.
template <int kDims>
HWY_INLINE VD PhaseAtCentre(VD offset, const VD* k, const VD* centre) {
  for (int a = 0; a < kDims; ++a) offset = offset + TurnsOfProduct(k[a], centre[a]);
  return WithinTurn(offset);
}

// Tables of the phases at the centres of an octave's patches.
template <int kDims>
class PatchTables {
 public:
  // In: memory for kKeptPatches rows of the terms, padded.
  HWY_INLINE PatchTables(const HillTerms& terms, float* memory) : terms_(terms), memory_(memory) {}

  // Finds the patches of a vector of samples. Returns their number, or 0 if above kMaxPatches.
  HWY_INLINE int Find(const HillPoint<kDims>& point) {
    if (HWY_LIKELY(point.IsOnePatch())) {
      double centre[kDims];
      for (int a = 0; a < kDims; ++a) centre[a] = hn::GetLane(point.centre[0][a]);
      count_ = 0;
      rows_[0] = RowOf(centre);
      return count_ = 1;
    }
    return FindSeveral(point);
  }

  // Returns term t's phase at the centre of each sample's patch. kPatches: at least their number.
  template <int kPatches>
  HWY_INLINE VF Phase(int t) const {
    VF phase = Broadcast(Row(rows_[0])[t]);
    for (int m = 1; m < kPatches; ++m)
      phase = hn::IfThenElse(is_in_[m], Broadcast(Row(rows_[m])[t]), phase);
    return phase;
  }

 private:
  HWY_NOINLINE int FindSeveral(const HillPoint<kDims>& point) {
    const F64 d;
    constexpr std::size_t kLanes = hn::MaxLanes(F32());
    HWY_ALIGN double centres[kDims][kLanes];
    HWY_ALIGN int32_t order[kLanes] = {};
    for (int a = 0; a < kDims; ++a)
      for (int half = 0; half < kHalves; ++half)
        hn::Store(point.centre[half][a], d, centres[a] + half * static_cast<int>(hn::Lanes(d)));
    double found[kMaxPatches][kDims];
    int count = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      double centre[kDims];
      for (int a = 0; a < kDims; ++a) centre[a] = centres[a][lane];
      int m = 0;
      while (m < count && !std::equal(centre, centre + kDims, found[m])) ++m;
      if (m == kMaxPatches) return 0;
      if (m == count) std::copy_n(centre, kDims, found[count++]);
      order[lane] = m;
    }
    for (count_ = 0; count_ < count; ++count_) rows_[count_] = RowOf(found[count_]);
    const I32 di;
    for (int m = 1; m < kMaxPatches; ++m)
      is_in_[m] = hn::RebindMask(F32(), hn::Load(di, order) == hn::Set(di, m));
    return count_;
  }

  HWY_INLINE float* Row(int row) const {
    return memory_ + static_cast<std::size_t>(row) * terms_.offset.size();
  }

  // Returns the row of a patch, which it fills unless it is kept. Rows in use are not overwritten.
  HWY_INLINE int RowOf(const double* centre) {
    for (int row = 0; row < kept_; ++row)
      if (std::equal(centre, centre + kDims, keys_[row])) return row;
    if (kept_ < kKeptPatches)
      next_ = kept_++;
    else
      do next_ = (next_ + 1) % kKeptPatches;
      while (std::find(rows_, rows_ + count_, next_) != rows_ + count_);
    Fill(next_, centre);
    return next_;
  }

  HWY_NOINLINE void Fill(int row, const double* centre) {
    const F64 d;
    std::copy_n(centre, kDims, keys_[row]);
    float* const to = Row(row);
    ForVectors(static_cast<int>(terms_.offset.size()), [&](int t) {
      const VF phases = NarrowHalves([&](int half) {
        const int at = t + half * static_cast<int>(hn::Lanes(d));
        VD k[kDims], c[kDims];
        for (int a = 0; a < kDims; ++a) {
          k[a] = hn::LoadU(d, terms_.k[a].data() + at);
          c[a] = hn::Set(d, centre[a]);
        }
        return PhaseAtCentre<kDims>(hn::LoadU(d, terms_.offset.data() + at), k, c);
      });
      hn::Store(phases, F32(), to + t);
    });
  }

  const HillTerms& terms_;
  float* const memory_;
  double keys_[kKeptPatches][kDims];  // the centres of the patches that are kept
  int kept_ = 0, next_ = 0;
  int rows_[kMaxPatches] = {};  // of the current samples' patches
  int count_ = 0;
  MF is_in_[kMaxPatches];  // the samples of each patch but the first
};

template <int kDims, int kSlopes>
struct HillPoints {
  using Args = HillArgs;
  using Point = HillPoint<kDims>;
  struct State {
    float* complement;  // HillSums::complement of a run
    float* phases;      // memory of PatchTables
  };
  static constexpr int kMaxColumns = kShortRun;

  // In: phase_at_centre(t), of each sample's patch.
  template <class PhaseAtCentre>
  static HWY_INLINE Jet<kSlopes> Sum(const HillTerms& terms, int term_count, const Point& point,
                                     const PhaseAtCentre& phase_at_centre) {
    // Adding this rounds to a whole number.
    const VF large = Broadcast(0x1.8p23f);
    Jet<kSlopes> sum;
    sum.v = hn::Zero(F32());
    for (int a = 0; a < kSlopes; ++a) sum.g[a] = hn::Zero(F32());
    for (int t = 0; t < term_count; ++t) {
      VF phase = phase_at_centre(t);
      for (int a = 0; a < kDims; ++a)
        phase = Fma(Broadcast(terms.wave[a][t]), point.offset[a], phase);
      phase = phase - ((phase + large) - large);
      sum.v = Fma(Broadcast(terms.amplitude[t]), CosTurns(phase), sum.v);
      if constexpr (kSlopes > 0) {
        const VF sine = SinTurns(phase);
        for (int a = 0; a < kSlopes; ++a)
          sum.g[a] = Fma(Broadcast(-terms.gradient[a][t]), sine, sum.g[a]);
      }
    }
    return sum;
  }

  template <int kPatches>
  static HWY_NOINLINE Jet<kSlopes> SumShared(const HillTerms& terms, int term_count,
                                             const Point& point, const PatchTables<kDims>& tables) {
    return Sum(terms, term_count, point, [&](int t) { return tables.template Phase<kPatches>(t); });
  }

  static HWY_NOINLINE Jet<kSlopes> SumAlone(const HillTerms& terms, int term_count,
                                            const Point& point) {
    const F64 d;
    return Sum(terms, term_count, point, [&](int t) {
      VD k[kDims];
      for (int a = 0; a < kDims; ++a) k[a] = hn::Set(d, terms.k[a][t]);
      return NarrowHalves([&](int half) {
        return PhaseAtCentre<kDims>(hn::Set(d, terms.offset[t]), k, point.centre[half]);
      });
    });
  }

  static HWY_INLINE Jet<kSlopes> SumOf(const HillTerms& terms, int term_count, const Point& point,
                                       PatchTables<kDims>& tables) {
    const int patches = tables.Find(point);
    if (patches == 0) return SumAlone(terms, term_count, point);
    if (patches == 1) return SumShared<1>(terms, term_count, point, tables);
    if (patches == 2) return SumShared<2>(terms, term_count, point, tables);
    return SumShared<kMaxPatches>(terms, term_count, point, tables);
  }

  static void LayOut(const HillArgs& args, const Frame&, int, Scratch& scratch, State& state) {
    std::size_t terms = 0;
    for (const HillTerms& each : args.terms) terms = std::max(terms, each.offset.size());
    state.complement = scratch.Take<float>(kRunLength + kPad);
    state.phases = scratch.Take<float>(kKeptPatches * terms);
  }

  static void Prepare(const HillArgs&, const Frame&, const Tile&, State&) {}

  static HWY_INLINE void Run(const HillArgs& args, const Frame& frame, const cobble::Run& run,
                             const State& state, const Slot& slot) {
    const bool is_uniform = args.quantile.type == DistributionType::kUniform;
    HillSums sums{slot.value, is_uniform ? nullptr : state.complement, {}};
    for (int a = 0; a < kSlopes; ++a) sums.slope[a] = slot.slope[a];
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      const HillTerms& terms = args.terms[o];
      PatchTables<kDims> tables(terms, state.phases);
      ForVectors(run.n, [&](int k) {
        const Point point(frame, args.octaves[o], terms.patches, k);
        const auto sum = SumOf(terms, args.term_count, point, tables);
        AddFlattened(args.octaves[o], sum, o == 0, sums, k);
      });
    }
    ApplyQuantile(args.quantile, run.n, sums, slot);
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
