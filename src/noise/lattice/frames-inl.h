// Lattice noise in rotated pictures (affine frames). A DDA cuts each row of samples into segments
// in one lattice cell (row_dda-inl.h). A cell's noise is a polynomial, computed once and cached
// (cells-inl.h). Along a segment its coefficients are linear in one coordinate, so a sample costs
// only its fades and a few multiply-adds. In 2D, with s_0, the centred fraction on the main axis:
//
//   s_1 = s_centre + ratio s_0                       the row is a straight line
//   u_a = fade(x_a) - 1/2, x_a = (s_a + 1) / 2
//   M_S = at_centre_S + s_0 along_S                  S = 0..3
//   v   = (M_0 + u_1 M_1) + u_0 (M_2 + u_1 M_3)
//
// where at_centre_S = q_S + s_centre p_1S and along_S = p_0S + ratio p_1S.
//
// Departs: the last bits differ from points-inl.h, which is used for kPoints frames, 1D noise,
// tiled octaves and octaves whose cells are not wide. The choice depends only on frame and octave.
#pragma once

#include <algorithm>

#include "noise/lattice/cells-inl.h"
#include "noise/lattice/points-inl.h"
#include "noise/lattice/row_dda-inl.h"
#include "noise/math/fade-inl.h"
#include "noise/sampling/fixed_frames-inl.h"
#include "noise/sampling/typed_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// With more cell boundaries per sample than this, on average, polynomials do not pay off. Measured:
// in 3D, the limit would be slightly lower for AVX-512 (one table holds the corners of several
// cells) and higher for AVX2. It also makes fixed-point distances fit int32: a tile, at most 272
// columns with padding, spans at most 44 cells of 2^24 units.
template <int kDims>
inline constexpr double kMaxCrossingsPerSample = kDims == 3 ? 0.16 : 0.03;

struct FrameOctave {
  bool uses_dda;      // false: computed by points-inl.h
  FixedOctave fixed;  // without the DDA
  // With it:
  DdaSetup dda;
  float ratio[3];  // dda.ratio in float32
  CellCache cache;
};

template <class Gradient, int kDims>
struct LatticeState {
  FrameOctave* octaves;
  double* q[3];                                         // positions; affine frames only
  FixedPoints fixed;                                    // of the current run
  CornerCache<LatticeCorner<Gradient>, kDims>* caches;  // by octave
  float* corners;                                       // CornerRows
  RowSegment* segments;
  float* contribution[4];  // one octave's value and slopes, times amplitude and scale
};

// Whether an octave's rows go through the DDA.
template <int kDims>
inline bool UsesDda(const Frame& frame, const Octave& octave, const DdaSetup& dda) {
  if (kDims == 1 || frame.kind != Frame::kAffine) return false;
  if (frame.wrap[0] != 0 || frame.wrap[1] != 0) return false;
  for (int a = 0; a < kDims; ++a)
    if (octave.period[a] != 0) return false;
  return CrossingsPerSample<kDims>(dda) <= kMaxCrossingsPerSample<kDims>;
}

// The centred fades u of a vector of samples in one cell, by axis, and du, their slopes in x.
template <int kDims>
struct CentredFades {
  VF u[kDims], du[kDims];

  // In: s = 2 x - 1. u = fade(x) - 1/2; du = twice the slope in s.
  template <int kSlopes>
  HWY_INLINE void Set(int axis, VF s) {
    const VF square = s * s;
    u[axis] = s * CentredFadeFactor(square);
    if constexpr (kSlopes > 0) {
      const VF rest = Broadcast(1.0f) - square;
      du[axis] = Broadcast(15.0f / 8) * rest * rest;
    }
  }
};

// Sums read(S) * (product of u_a for a in S) over the subsets S by Horner's rule, with slopes in u.
// Recursive over axes: takes the subsets that agree with kSubset on the axes before kAxis. Start
// with kAxis = kSubset = 0.
template <int kDims, int kSlopes, int kAxis, int kSubset, class Read>
HWY_INLINE Jet<kSlopes> SumSubsets(const CentredFades<kDims>& fades, const Read& read) {
  Jet<kSlopes> jet;
  if constexpr (kAxis == kDims) {
    jet.v = read(kSubset);
  } else {
    constexpr int kWithAxis = kSubset + (1 << (kDims - 1 - kAxis));
    const auto without = SumSubsets<kDims, kSlopes, kAxis + 1, kSubset>(fades, read);
    const auto with = SumSubsets<kDims, kSlopes, kAxis + 1, kWithAxis>(fades, read);
    jet.v = Fma(fades.u[kAxis], with.v, without.v);
    if constexpr (kSlopes > 0) {
      jet.g[kAxis] = with.v;
      for (int a = kAxis + 1; a < kDims; ++a)
        jet.g[a] = Fma(fades.u[kAxis], with.g[a], without.g[a]);
    }
  }
  return jet;
}

// A cell's polynomial along one segment: see the top of the file.
template <class Gradient, int kDims, int kSlopes>
class SegmentPolynomial {
 public:
  using Layout = CellPolynomial<Gradient, kDims>;

  HWY_INLINE SegmentPolynomial(const FrameOctave& octave, const RowSegment& segment)
      : main_offset_(octave.dda.main_offset),
        main_start_(hn::Set(I32(), segment.main_start)),
        polynomial_(octave.cache.polynomials + segment.entry * Layout::kSize) {
    for (int a = 1; a < kDims; ++a) {
      ratio_[a] = Broadcast(octave.ratio[a]);
      s_centre_[a] = Broadcast(segment.s_centre[a]);
    }
    const F32 d;
    if constexpr (Gradient::kLinear)
      for (int c = 0; c < Layout::kSubsets; c += static_cast<int>(hn::Lanes(d))) {
        VF m = hn::Load(d, polynomial_ + c);
        for (int a = 1; a < kDims; ++a) m = Fma(hn::Load(d, Row(a + 1) + c), s_centre_[a], m);
        hn::Store(m, d, at_centre_ + c);
      }
  }

  // Evaluates the vector of samples at k. Slopes are in x, by the DDA's axes.
  HWY_INLINE Jet<kSlopes> At(int k) const {
    const VF fraction = hn::ConvertTo(F32(), hn::LoadU(I32(), main_offset_ + k) + main_start_);
    const VF s0 = Fma(fraction, Broadcast(2.0f / kFixedOne), Broadcast(-1.0f));
    CentredFades<kDims> fades;
    fades.template Set<kSlopes>(0, s0);
    for (int a = 1; a < kDims; ++a)
      fades.template Set<kSlopes>(a, Fma(s0, ratio_[a], s_centre_[a]));
    Jet<kSlopes> jet = SumSubsets<kDims, kSlopes, 0, 0>(fades, [&](int subset) HWY_ATTR {
      if constexpr (!Gradient::kLinear) return Broadcast(polynomial_[subset]);
      return Fma(s0, Broadcast(Row(Layout::kAlong)[subset]), Broadcast(at_centre_[subset]));
    });
    // dv/dx_a = dv/du_a du_a/dx_a + 2 sum of p_aS * (product of u), since ds/dx = 2.
    for (int a = 0; a < kSlopes; ++a) {
      jet.g[a] = jet.g[a] * fades.du[a];
      if constexpr (Gradient::kLinear) {
        const auto direct = SumSubsets<kDims, 0, 0, 0>(
            fades, [&](int subset) HWY_ATTR { return Broadcast(Row(a + 1)[subset]); });
        jet.g[a] = Fma(Broadcast(2.0f), direct.v, jet.g[a]);
      }
    }
    return jet;
  }

 private:
  const float* Row(int row) const { return polynomial_ + row * Layout::kStride; }

  const int32_t* const main_offset_;
  const VI main_start_;
  VF ratio_[kDims], s_centre_[kDims];  // [0] is not used
  const float* const polynomial_;
  HWY_ALIGN float at_centre_[Gradient::kLinear ? Layout::kStride : 1];  // M_S at s_0 = 0
};

// What kernels of any number of slopes share.
template <class Gradient, int kDims>
struct LatticeFramesBase {
  using Args = LatticeArgs;
  using State = LatticeState<Gradient, kDims>;
  using Corners = CornerRows<Gradient, kDims>;
  using Layout = CellPolynomial<Gradient, kDims>;

  static constexpr int kMaxColumns = kShortRun;

  // Also fills in the members that depend on the frame, since array sizes follow from them.
  static HWY_NOINLINE void LayOutFor(int slopes, const LatticeArgs& args, const Frame& frame,
                                     Scratch& scratch, State& s) {
    s.octaves = scratch.Take<FrameOctave>(args.octaves.size());
    for (int a = 0; a < kDims; ++a) s.q[a] = scratch.Take<double>(kShortRun + 2 * kPad);
    s.fixed = LayOutFixedPoints(kDims, kRunLength, scratch);
    s.caches = scratch.Take<CornerCache<LatticeCorner<Gradient>, kDims>>(args.octaves.size());
    ForRecords(s.caches, args.octaves.size(),
               [&](auto& cache, std::size_t) { cache.LayOut(kShortRun, scratch); });
    s.corners = Corners::Take(scratch);
    s.segments = scratch.Take<RowSegment>(kShortRun);
    for (int a = 0; a <= slopes; ++a) s.contribution[a] = scratch.Take<float>(kShortRun + kPad);
    FixedOctaves fixed_octaves(frame, kDims, kShortRun, scratch);
    ForRecords(s.octaves, args.octaves.size(), [&](FrameOctave& each, std::size_t o) {
      SetUpFrame<kDims>(frame, args.octaves[o], each.dda);
      each.uses_dda = UsesDda<kDims>(frame, args.octaves[o], each.dda);
      if (!each.uses_dda) {
        fixed_octaves.LayOut(args.octaves[o], true, &each.fixed);
        return;
      }
      for (int a = 0; a < kDims; ++a) each.ratio[a] = static_cast<float>(each.dda.ratio[a]);
      LayOutDda<kDims>(scratch, &each.dda);
      const double max_cells = CrossingsPerSample<kDims>(each.dda) * kShortRun + 2 * kDims;
      LayOutCache<Gradient, kDims>(static_cast<std::size_t>(max_cells), scratch, &each.cache);
    });
  }

  static HWY_NOINLINE void Prepare(const LatticeArgs& args, const Frame& frame, const Tile& tile,
                                   State& state) {
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      FrameOctave& s = state.octaves[o];
      if (!s.uses_dda) {
        if (s.fixed.has_columns)
          SplitColumns<kDims, true>(frame, tile, args.octaves[o], s.fixed.columns, [](VD*) {});
        state.caches[o].Clear();
        continue;
      }
      SetUpTile<kDims>(tile.first_column, s.dda);
      std::fill_n(s.cache.valid, s.cache.mask + 1, false);
      for (int a = 0; a < kDims; ++a) std::fill_n(s.cache.missing_index[a], kPad, 0u);
      s.cache.missing_count = 0;
      // Vectors wider than a polynomial's rows also read the padding: clear it.
      if constexpr (Layout::kStride > Layout::kSubsets)
        std::fill_n(s.cache.polynomials, (s.cache.mask + std::size_t{1}) * Layout::kSize, 0.0f);
    }
  }

  // Fills state.fixed for a base octave without the DDA. `q`: null until positions are needed.
  static HWY_NOINLINE void SplitPositions(const Frame& frame, const cobble::Run& run,
                                          const Octave& octave, const FixedOctave& s,
                                          const State& state, const double** q) {
    if (s.has_columns) {
      AddRowStart<kDims, true>(frame, run, octave, s.columns, state.fixed, [](VD*) {});
    } else if (s.is_base) {
      if (q[0] == nullptr)
        for (int a = 0; a < kDims; ++a) q[a] = RunPositions(frame, run, a, state.q[a]);
      SplitFixed<kDims, true>(octave, q, run.n, state.fixed, [](VD*) {});
    }
  }

  // Fills state.segments and computes cells missing from the cache. Returns the number of segments.
  static HWY_NOINLINE int FindSegments(const Octave& octave, const State& state, FrameOctave& s,
                                       const cobble::Run& run) {
    int count = 0;
    RowDda<kDims>(s.dda, static_cast<double>(run.j), run.n)
        .ForSegments([&](const RowSegment& segment, const uint32_t* index, uint32_t key) {
          RowSegment& to = state.segments[count++];
          to = segment;
          to.entry = FindOrClaim<kDims>(s.cache, index, key);
        });
    if (s.cache.missing_count > 0)
      FillMissing<Gradient, kDims>(octave, Corners{state.corners}, {s.dda.axis, s.ratio}, s.cache);
    return count;
  }
};

template <class Gradient, int kDims, int kSlopes>
struct LatticeFrames : LatticeFramesBase<Gradient, kDims> {
  using Base = LatticeFramesBase<Gradient, kDims>;
  using typename Base::State;

  static void LayOut(const LatticeArgs& args, const Frame& frame, int, Scratch& scratch, State& s) {
    Base::LayOutFor(kSlopes, args, frame, scratch, s);
  }

  static HWY_INLINE void Run(const LatticeArgs& args, const Frame& frame, const cobble::Run& run,
                             const State& state, const Slot& slot) {
    const double* q[kDims] = {};
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      const FrameOctave& s = state.octaves[o];
      if (s.uses_dda) {
        AddSegments(args, o, state, run, slot);
        continue;
      }
      const Octave& octave = args.octaves[o];
      Base::SplitPositions(frame, run, octave, s.fixed, state, q);
      const OctavePoints<kDims> points(octave, s.fixed.shift, state.fixed, octave.scatter);
      CornerOctave<LatticePoints<Gradient, kDims, kSlopes>>(args, octave, o == 0, points, run.n,
                                                            state.caches[o], slot)
          .Add();
    }
  }

  // Adds an octave's contribution to the slot, segment by segment. Vectors overlap, so they cannot
  // add in place: the first octave is stored directly, the others go through state.contribution.
  static HWY_NOINLINE void AddSegments(const LatticeArgs& args, std::size_t o, const State& state,
                                       const cobble::Run& run, const Slot& slot) {
    const Octave& octave = args.octaves[o];
    FrameOctave& s = state.octaves[o];
    const int count = Base::FindSegments(octave, state, s, run);
    Slot to = slot;
    if (o > 0) {
      to.value = state.contribution[0];
      for (int a = 0; a < kSlopes; ++a)
        if (slot.slope[a] != nullptr) to.slope[a] = state.contribution[a + 1];
    }
    for (int c = 0; c < count; ++c) {
      const SegmentPolynomial<Gradient, kDims, kSlopes> polynomial(s, state.segments[c]);
      const int end = c + 1 < count ? state.segments[c + 1].begin : run.n;
      // The last vector may write past the segment's end; the next segment overwrites the surplus.
      for (int k = state.segments[c].begin; k < end; k += static_cast<int>(hn::Lanes(F32()))) {
        Jet<kSlopes> jet = polynomial.At(k);
        ApplyTurbulence(args.turbulence, jet);
        StoreContribution(octave, s.dda.axis, jet, to, k);
      }
    }
    if (o > 0) AddContributions(run.n, to, slot);
  }

  // In: axis = DdaSetup::axis.
  static HWY_INLINE void StoreContribution(const Octave& octave, const int* axis,
                                           const Jet<kSlopes>& jet, const Slot& to, int k) {
    const F32 d;
    hn::StoreU(Broadcast(octave.amplitude) * jet.v, d, to.value + k);
    for (int a = 0; a < kSlopes; ++a) {
      float* const slope = to.slope[axis[a]];
      if (slope != nullptr)
        hn::StoreU(Broadcast(octave.slope_scale[axis[a]]) * jet.g[a], d, slope + k);
    }
  }

  static HWY_INLINE void AddContributions(int n, const Slot& from, const Slot& slot) {
    const F32 d;
    const auto add = [&](const float* contribution, float* sum) HWY_ATTR {
      if (sum == nullptr) return;
      for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d)))
        hn::Store(hn::Load(d, sum + k) + hn::Load(d, contribution + k), d, sum + k);
    };
    add(from.value, slot.value);
    for (int a = 0; a < kSlopes; ++a) add(from.slope[a], slot.slope[a]);
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
