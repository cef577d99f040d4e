// Simplex noise of pictures, on grids and affine frames: each lattice point's kernel is added to
// the samples of a row that it reaches, point after point, always in one order of the points. A
// kernel ends where the point's simplices do, so that a sample gets what the corners of its own
// simplex give, and points visited without need add 0.
//
// Departs: offsets are made as in list-inl.h, and sums go by the points' order, so that last bits
// differ from those of points (points-inl.h). Octaves whose samples lie too far apart for lists of
// points are made like points; that follows from the frame alone.
#include <algorithm>
#include <cmath>

#include "noise/math/vectors-inl.h"
#include "noise/sampling/grid_axes.h"
#include "noise/sampling/points-inl.h"
#include "noise/sampling/typed_kernel-inl.h"
#include "noise/simplex/rows-inl.h"

#if defined(COBBLE_NOISE_SIMPLEX_FRAMES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SIMPLEX_FRAMES_INL_H_
#undef COBBLE_NOISE_SIMPLEX_FRAMES_INL_H_
#else
#define COBBLE_NOISE_SIMPLEX_FRAMES_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Samples farther apart than this, in the lattice's units, leave too little to share.
inline constexpr double kMaxStep = 0.25;
// Along rows of samples nearer to each other than this, but not all at one place, float cannot
// count to where a point begins.
inline constexpr double kMinStep = 1e-12;
// The height of rows that share a list.
inline constexpr double kListHeight = 1;
// More points around a run are too many to look through: it lies across the axes.
inline constexpr std::size_t kMaxPoints = 2048;

struct SplatState {
  SplatOctave* octaves;
  PointsScratch points;
  double first_column;  // of the tile, reduced
};

template <int kDims>
inline SplatSteps StepsOf(const Frame& frame, const Octave& octave, const SimplexLattice& lattice) {
  SplatSteps steps{};
  double maximum = 0;
  for (int a = 0; a < kDims; ++a) {
    const double unit = octave.frequency[a] * lattice.unit;
    steps.origin[a] = frame.origin[a] * unit;
    steps.column[a] = frame.column[a] * unit;
    steps.row[a] = frame.row[a] * unit;
    steps.square += steps.column[a] * steps.column[a];
    maximum = std::max(maximum, std::abs(steps.row[a]));
  }
  steps.list_rows = static_cast<int>(
      std::clamp(kListHeight / std::max(maximum, 1e-3), double{kMaxSplatRows}, 64.0));
  return steps;
}

// Whether the offsets between the samples and the points of a list are told apart by numbers that
// repeat every 64 units. Along the columns of a grid points are only added to samples near them.
template <int kDims>
inline bool AreApart(const Frame& frame, const SplatSteps& steps,
                     const SimplexShape<kDims>& shape) {
  for (int a = 0; a < kDims; ++a) {
    const double along = frame.kind == Frame::kGrid ? 0 : std::abs(steps.column[a]) * kShortRun;
    if (along + std::abs(steps.row[a]) * steps.list_rows + 2 * ReachOf(shape) > kFarthestOffset)
      return false;
  }
  return true;
}

// Whether an octave is summed from lists. From the frame and the octave alone.
template <int kDims>
inline bool Splats(const Frame& frame, const SplatSteps& steps, const SimplexShape<kDims>& shape,
                   const SimplexLattice& lattice) {
  const bool is_near = steps.square > 0 && steps.square < kMinStep * kMinStep;
  return frame.kind != Frame::kPoints && steps.square <= kMaxStep * kMaxStep && !is_near &&
         AreApart(frame, steps, shape) && MaxListed(steps, shape, lattice, kShortRun) <= kMaxPoints;
}

// Lays out everything and measures the steps.
template <int kDims, int kSlopes>
HWY_NOINLINE void LayOutSplats(const SimplexArgs& args, const Frame& frame, int columns,
                               Scratch& scratch, SplatState& s) {
  const std::size_t width = static_cast<std::size_t>((columns + kPad - 1) / kPad * kPad) + kPad;
  s.octaves = scratch.Take<SplatOctave>(args.octaves.size());
  s.points = LayOutPoints(kDims, scratch);
  ForRecords(s.octaves, args.octaves.size(), [&](SplatOctave& each, std::size_t o) {
    const bool tiled = args.octaves[o].period[0] != 0;
    const SimplexShape<kDims> shape(tiled);
    const SimplexLattice lattice(kDims, tiled);
    each.steps = StepsOf<kDims>(frame, args.octaves[o], lattice);
    each.splats = Splats(frame, each.steps, shape, lattice);
    each.has_list = each.has_sums = false;
    each.columns = columns;
    if (!each.splats) return;
    for (SplatSums& sums : each.sums) {
      sums.value = scratch.Take<float>(width);
      for (int a = 0; a < kSlopes; ++a) sums.slope[a] = scratch.Take<float>(width);
    }
    for (int a = 0; a < kDims; ++a) each.column[a] = scratch.Take<int32_t>(width);
    LayOutList(MaxListed(each.steps, shape, lattice, columns), kDims, scratch, &each.list);
  });
}

// Where the tile's columns stand. Past a seam they go on, so that the points around them do, too:
// in: the indices of `width` columns, reduced, and how often one period has passed.
template <int kDims>
HWY_INLINE void PlaceColumns(const Frame& frame, const Octave& octave, const double* index,
                             const int32_t* turn, int width, SplatOctave& s) {
  const F64 d;
  const hn::Rebind<int32_t, F64> di;
  const auto columns = static_cast<double>(frame.wrap[0]);
  for (int a = 0; a < kDims; ++a) {
    // Tiled, a period is a whole number of cells, which are the lattice's own units.
    const double turned = octave.period[a] == 0 ? 0 : std::round(s.steps.column[a] * columns);
    const auto by = hn::Set(di, FixedOf(turned));
    for (int k = 0; k < width; k += static_cast<int>(hn::Lanes(d))) {
      const auto at = FixedOf(d, hn::Load(d, index + k) * hn::Set(d, s.steps.column[a]));
      hn::StoreU(at + hn::LoadU(di, turn + k) * by, di, s.column[a] + k);
    }
  }
}

template <int kDims>
HWY_NOINLINE void PrepareSplats(const SimplexArgs& args, const Frame& frame, const Tile& tile,
                                SplatState& state) {
  if (frame.kind == Frame::kPoints) return;
  double* const index = state.points.q[0];
  int32_t* const turn = state.points.index[0];
  int64_t i = Reduce(tile.first_column, frame.wrap[0]);
  state.first_column = static_cast<double>(i);
  for (int k = 0, turns = 0; k < tile.columns + kPad; ++k) {
    index[k] = static_cast<double>(i);
    turn[k] = turns;
    if (++i == frame.wrap[0]) i = 0, ++turns;
  }
  for (std::size_t o = 0; o < args.octaves.size(); ++o)
    if (state.octaves[o].splats)
      PlaceColumns<kDims>(frame, args.octaves[o], index, turn, tile.columns + kPad,
                          state.octaves[o]);
}

template <class Gradient, int kDims, int kSlopes>
struct SimplexFrames {
  using Args = SimplexArgs;
  using State = SplatState;
  static constexpr int kMaxColumns = kRunLength;

  static void LayOut(const SimplexArgs& args, const Frame& frame, int columns, Scratch& scratch,
                     SplatState& state) {
    LayOutSplats<kDims, kSlopes>(args, frame, columns, scratch, state);
  }

  static void Prepare(const SimplexArgs& args, const Frame& frame, const Tile& tile,
                      SplatState& state) {
    PrepareSplats<kDims>(args, frame, tile, state);
  }

  static HWY_INLINE void Run(const SimplexArgs& args, const Frame& frame, const cobble::Run& run,
                             SplatState& state, const Slot& slot) {
    const double* q[kDims] = {};
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      if (state.octaves[o].splats) {
        const SplatSums& sums = SumsOf(frame, args.octaves[o], Reduce(run.j, frame.wrap[1]),
                                       state.first_column, state.octaves[o]);
        AddSums(args, args.octaves[o], o == 0, run.n, sums, slot);
        continue;
      }
      if (q[0] == nullptr)
        for (int a = 0; a < kDims; ++a) q[a] = RunPositions(frame, run, a, state.points.q[a]);
      AddPoints(args, frame, args.octaves[o], q, o == 0, run.n, state.points, slot);
    }
  }

  // The sums of an octave's row.
  static HWY_INLINE const SplatSums& SumsOf(const Frame& frame, const Octave& octave, int64_t row,
                                            double first_column, SplatOctave& s) {
    if constexpr (kSlopes < 3)
      if (frame.kind == Frame::kGrid) return SumsIn<true>(frame, octave, row, first_column, s);
    if constexpr (kSlopes == 0 || kSlopes == kDims)
      return SumsIn<false>(frame, octave, row, first_column, s);
    return s.sums[0];
  }

  template <bool kGrid>
  static HWY_NOINLINE const SplatSums& SumsIn(const Frame& frame, const Octave& octave, int64_t row,
                                              double first_column, SplatOctave& s) {
    constexpr int kRows = kSplatRows<kSlopes, kGrid>;
    if (s.has_sums && row >= s.first_summed && row < s.first_summed + kRows)
      return s.sums[row - s.first_summed];
    if (!s.has_list || row < s.first_listed || row + kRows > s.first_listed + s.steps.list_rows) {
      MakeList<Gradient, kDims>(octave, s.steps, first_column, static_cast<double>(row), s.columns,
                                s.list);
      s.first_listed = row;
      s.has_list = true;
    }
    RowSums<Gradient, kDims, kSlopes, kGrid>(frame, octave, s, row).Make();
    s.first_summed = row;
    s.has_sums = true;
    return s.sums[0];
  }

  static HWY_NOINLINE void AddSums(const SimplexArgs& args, const Octave& octave, bool first, int n,
                                   const SplatSums& sums, const Slot& slot) {
    const F32 d;
    const VF unit = Broadcast(-6 * SimplexShape<kDims>(octave.period[0] != 0).unit);
    ForVectors(n, [&](int k) {
      Jet<kSlopes> jet;
      jet.v = hn::Neg(hn::Load(d, sums.value + k));
      for (int a = 0; a < kSlopes; ++a) jet.g[a] = hn::Load(d, sums.slope[a] + k) * unit;
      ApplyTurbulence(args.turbulence, jet);
      AddShare(octave, jet, first, slot, k);
    });
  }

  // An octave of samples that share nothing.
  static HWY_NOINLINE void AddPoints(const SimplexArgs& args, const Frame& frame,
                                     const Octave& octave, const double* const* q, bool first,
                                     int n, const PointsScratch& s, const Slot& slot) {
    using Points = SimplexPoints<Gradient, kDims, kSlopes == 0 ? 0 : kDims>;
    const GridAxes axes = GridAxesOf(frame, kDims);
    Points::Split(octave, q, n, s);
    ForVectors(n, [&](int k) {
      const auto all = Points::Make(args, octave, s, k);
      Jet<kSlopes> jet;
      jet.v = all.v;
      for (int a = 0; a < kSlopes; ++a) jet.g[a] = all.g[a];
      if (kSlopes > 0 && frame.kind == Frame::kGrid) {
        jet.g[0] = all.g[axes.column];
        if (kSlopes > 1) jet.g[kSlopes - 1] = all.g[axes.row];
      }
      AddShare(octave, jet, first, slot, k);
    });
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
