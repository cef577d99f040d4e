// Lattice noise in rotated pictures (affine frames): a row is cut where it passes from one lattice
// cell into the next. Along such a segment the parts of the cell's form (cells-inl.h) are linear in
// the offset along the main axis, and what is left for a sample are the fades and a few products.
//
// Departs: positions are made as in row_cuts-inl.h and interpolation goes by the form, so that last
// bits differ from those of points. Octaves whose samples lie too far apart to share cells, and
// tiled ones, are made like points; that follows from the frame alone.
#include <algorithm>

#include "noise/lattice/cells-inl.h"
#include "noise/lattice/points-inl.h"
#include "noise/lattice/row_cuts-inl.h"
#include "noise/sampling/typed_kernel-inl.h"

#if defined(COBBLE_NOISE_LATTICE_FRAMES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_LATTICE_FRAMES_INL_H_
#undef COBBLE_NOISE_LATTICE_FRAMES_INL_H_
#else
#define COBBLE_NOISE_LATTICE_FRAMES_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Rows that pass into more cells a sample leave too little to share. (Measured.)
inline constexpr double kMaxCuts = 0.2;

// What one octave keeps of a tile.
struct CutOctave {
  bool cuts;
  RowCuts rows;
  float ratio[3];
  CellTable table;
};

struct LatticeState {
  CutOctave* octaves;
  PointsScratch points;
  float* corners;
  RowSegment* segments;
  float* share[4];  // value and slopes
};

// Whether an octave's rows are cut. From the frame and the octave alone.
template <int kDims>
inline bool CutsRows(const Frame& frame, const Octave& octave, const RowCuts& rows) {
  if (kDims == 1 || frame.kind != Frame::kAffine) return false;
  if (frame.wrap[0] != 0 || frame.wrap[1] != 0) return false;
  for (int a = 0; a < kDims; ++a)
    if (octave.period[a] != 0) return false;
  return CutsOfSample<kDims>(rows) <= kMaxCuts;
}

// Samples of a cell, as its form sees them: u and its slope an axis.
template <int kDims>
struct FormOffsets {
  VF u[kDims], du[kDims];

  // u = fade((y + 1) / 2) - 1/2 = y (15 - 10 y^2 + 3 y^4) / 16, and twice its slope in y, that in
  // x.
  template <int kSlopes>
  HWY_INLINE void Set(int axis, VF y) {
    const VF square = y * y;
    const VF inner = Fma(Fma(square, Broadcast(3.0f / 16), Broadcast(-10.0f / 16)), square,
                         Broadcast(15.0f / 16));
    u[axis] = y * inner;
    if constexpr (kSlopes > 0) {
      const VF rest = Broadcast(1.0f) - square;
      du[axis] = Broadcast(15.0f / 8) * rest * rest;
    }
  }
};

// The sum over the subsets from kForm on that differ in the axes kAxis .. kDims - 1, of products of
// u times read(subset), and its slopes in u.
template <int kDims, int kSlopes, int kAxis, int kForm, class Read>
HWY_INLINE Jet<kSlopes> SumForms(const FormOffsets<kDims>& o, const Read& read) {
  Jet<kSlopes> jet;
  if constexpr (kAxis == kDims) {
    jet.v = read(kForm);
  } else {
    constexpr int kWith = kForm + (1 << (kDims - 1 - kAxis));
    const auto less = SumForms<kDims, kSlopes, kAxis + 1, kForm>(o, read);
    const auto more = SumForms<kDims, kSlopes, kAxis + 1, kWith>(o, read);
    jet.v = Fma(o.u[kAxis], more.v, less.v);
    if constexpr (kSlopes > 0) {
      jet.g[kAxis] = more.v;
      for (int a = kAxis + 1; a < kDims; ++a) jet.g[a] = Fma(o.u[kAxis], more.g[a], less.g[a]);
    }
  }
  return jet;
}

// The samples of one segment.
template <class Gradient, int kDims, int kSlopes>
class SegmentPolynomial {
 public:
  using Forms = CellForms<Gradient, kDims>;

  HWY_INLINE SegmentPolynomial(const CutOctave& s, const RowSegment& segment)
      : along_(s.rows.along),
        start_(hn::Set(I32(), segment.start)),
        forms_(s.table.forms + segment.place * Forms::kSize) {
    for (int a = 1; a < kDims; ++a) {
      ratio_[a] = Broadcast(s.ratio[a]);
      y_middle_[a] = Broadcast(segment.middle[a]);
    }
    const F32 d;
    if constexpr (Gradient::kLinear)
      for (int c = 0; c < Forms::kForms; c += static_cast<int>(hn::Lanes(d))) {
        VF at = hn::Load(d, forms_ + c);
        for (int a = 1; a < kDims; ++a) at = Fma(hn::Load(d, Row(a + 1) + c), y_middle_[a], at);
        hn::Store(at, d, middle_ + c);
      }
  }

  // The samples from k on. Slopes go by the form's axes.
  HWY_INLINE Jet<kSlopes> At(int k) const {
    const VF units = hn::ConvertTo(F32(), hn::LoadU(I32(), along_ + k) + start_);
    const VF main = Fma(units, Broadcast(2.0f / kCellUnits), Broadcast(-1.0f));
    FormOffsets<kDims> o;
    o.template Set<kSlopes>(0, main);
    for (int a = 1; a < kDims; ++a) o.template Set<kSlopes>(a, Fma(main, ratio_[a], y_middle_[a]));
    Jet<kSlopes> jet = SumForms<kDims, kSlopes, 0, 0>(o, [&](int form) HWY_ATTR {
      if constexpr (!Gradient::kLinear) return Broadcast(forms_[form]);
      return Fma(main, Broadcast(Row(Forms::kAlong)[form]), Broadcast(middle_[form]));
    });
    for (int a = 0; a < kSlopes; ++a) {
      jet.g[a] = jet.g[a] * o.du[a];
      if constexpr (Gradient::kLinear) {
        const auto own = SumForms<kDims, 0, 0, 0>(
            o, [&](int form) HWY_ATTR { return Broadcast(Row(a + 1)[form]); });
        jet.g[a] = Fma(Broadcast(2.0f), own.v, jet.g[a]);
      }
    }
    return jet;
  }

 private:
  const float* Row(int row) const { return forms_ + row * Forms::kStride; }

  const int32_t* const along_;
  const VI start_;
  VF ratio_[kDims], y_middle_[kDims];
  const float* const forms_;
  HWY_ALIGN float middle_[Gradient::kLinear ? Forms::kStride : 1];
};

template <class Gradient, int kDims, int kSlopes>
struct LatticeFrames {
  using Args = LatticeArgs;
  using State = LatticeState;
  using Corners = CornerRows<Gradient, kDims>;
  using Forms = CellForms<Gradient, kDims>;
  static constexpr int kMaxColumns = kShortRun;

  // Also measures the frame.
  static void LayOut(const LatticeArgs& args, const Frame& frame, int, Scratch& scratch,
                     LatticeState& s) {
    s.octaves = scratch.Take<CutOctave>(args.octaves.size());
    s.points = LayOutPoints(kDims, scratch);
    s.corners = Corners::Take(scratch);
    s.segments = scratch.Take<RowSegment>(kShortRun);
    for (int a = 0; a <= kSlopes; ++a) s.share[a] = scratch.Take<float>(kShortRun + kPad);
    ForRecords(s.octaves, args.octaves.size(), [&](CutOctave& each, std::size_t o) {
      MeasureCuts<kDims>(frame, args.octaves[o], each.rows);
      each.cuts = CutsRows<kDims>(frame, args.octaves[o], each.rows);
      if (!each.cuts) return;
      for (int a = 0; a < kDims; ++a) each.ratio[a] = static_cast<float>(each.rows.ratio[a]);
      LayOutCuts<kDims>(scratch, &each.rows);
      const double maximum = CutsOfSample<kDims>(each.rows) * kShortRun + 2 * kDims;
      LayOutTable<Gradient, kDims>(static_cast<std::size_t>(maximum), scratch, &each.table);
    });
  }

  static void Prepare(const LatticeArgs& args, const Frame&, const Tile& tile,
                      LatticeState& state) {
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      CutOctave& s = state.octaves[o];
      if (!s.cuts) continue;
      PlaceColumns<kDims>(tile.first_column, s.rows);
      std::fill_n(s.table.known, s.table.mask + 1, false);
      for (int a = 0; a < kDims; ++a) std::fill_n(s.table.missing[a], kPad, 0u);
      s.table.missing_count = 0;
      // Vectors wider than a row of the table read what is between two.
      if constexpr (Forms::kStride > Forms::kForms)
        std::fill_n(s.table.forms, (s.table.mask + std::size_t{1}) * Forms::kSize, 0.0f);
    }
  }

  static HWY_INLINE void Run(const LatticeArgs& args, const Frame& frame, const cobble::Run& run,
                             const LatticeState& state, const Slot& slot) {
    const double* q[kDims] = {};
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      if (state.octaves[o].cuts) {
        AddSegments(args, o, state, run, slot);
      } else {
        if (q[0] == nullptr)
          for (int a = 0; a < kDims; ++a) q[a] = RunPositions(frame, run, a, state.points.q[a]);
        AddPoints(args, args.octaves[o], q, run.n, o == 0, state, slot);
      }
    }
  }

  static HWY_NOINLINE void AddPoints(const LatticeArgs& args, const Octave& octave,
                                     const double* const* q, int n, bool first,
                                     const LatticeState& state, const Slot& slot) {
    SplitByAxis<kDims>::Split(octave, q, n, state.points);
    LatticeWalk<Gradient, kDims, kSlopes> walk(args, octave, state.points, Corners{state.corners});
    for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(F32())))
      AddShare(octave, walk.At(k), first, slot, k);
  }

  // Cuts the row, and makes the cells that it is the first to pass through.
  static HWY_NOINLINE int CutRow(const Octave& octave, const LatticeState& state, CutOctave& s,
                                 const cobble::Run& run) {
    int count = 0;
    RowWalk<kDims>(s.rows, static_cast<double>(run.j), run.n)
        .Run([&](const RowSegment& segment, const uint32_t* index, uint32_t number) {
          RowSegment& next = state.segments[count++];
          next = segment;
          next.place = PlaceOf<kDims>(s.table, index, number);
        });
    if (s.table.missing_count > 0)
      MakeMissing<Gradient, kDims>(octave, Corners{state.corners}, {s.rows.axis, s.ratio}, s.table);
    return count;
  }

  // The first octave's shares go straight to the slot.
  static HWY_NOINLINE void AddSegments(const LatticeArgs& args, std::size_t o,
                                       const LatticeState& state, const cobble::Run& run,
                                       const Slot& slot) {
    const Octave& octave = args.octaves[o];
    CutOctave& s = state.octaves[o];
    const int count = CutRow(octave, state, s, run);
    Slot to = slot;
    if (o > 0) {
      to.value = state.share[0];
      for (int a = 0; a < kSlopes; ++a)
        if (slot.slope[a] != nullptr) to.slope[a] = state.share[a + 1];
    }
    for (int c = 0; c < count; ++c) {
      const SegmentPolynomial<Gradient, kDims, kSlopes> form(s, state.segments[c]);
      const int end = c + 1 < count ? state.segments[c + 1].begin : run.n;
      // Lanes past the segment's end belong to the next one, which overwrites them.
      for (int k = state.segments[c].begin; k < end; k += static_cast<int>(hn::Lanes(F32()))) {
        Jet<kSlopes> jet = form.At(k);
        ApplyTurbulence(args.turbulence, jet);
        StoreShare(octave, s.rows.axis, jet, to, k);
      }
    }
    if (o > 0) AddShares(run.n, to, slot);
  }

  // In: which axis of the frame each of the form's is.
  static HWY_INLINE void StoreShare(const Octave& octave, const int* axis, const Jet<kSlopes>& jet,
                                    const Slot& to, int k) {
    const F32 d;
    hn::StoreU(Broadcast(octave.amplitude) * jet.v, d, to.value + k);
    for (int a = 0; a < kSlopes; ++a) {
      float* const slope = to.slope[axis[a]];
      if (slope != nullptr)
        hn::StoreU(Broadcast(octave.slope_scale[axis[a]]) * jet.g[a], d, slope + k);
    }
  }

  static HWY_INLINE void AddShares(int n, const Slot& from, const Slot& slot) {
    const F32 d;
    const auto add = [&](const float* share, float* sum) HWY_ATTR {
      if (sum == nullptr) return;
      for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d)))
        hn::Store(hn::Load(d, sum + k) + hn::Load(d, share + k), d, sum + k);
    };
    add(from.value, slot.value);
    for (int a = 0; a < kSlopes; ++a) add(from.slope[a], slot.slope[a]);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
