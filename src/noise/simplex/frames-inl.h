// Simplex noise of pictures, on grids and affine frames, by splatting (rows-inl.h): the kernel of
// each lattice point is added to the samples that it reaches, a few rows at a time. Results are
// buffered at two levels:
//   list   the lattice points around up to 64 rows of the tile (list-inl.h);
//   sums   the samples of the next 2 or 4 rows, from which rows are then read.
// A kernel ends where the simplices around its point do, so a sample receives exactly the kernels
// of its simplex's corners. A point visited needlessly adds 0.
//
// Departs: offsets come from fixed-point positions and kernels are added in the list's order
// (list-inl.h), so the last bits differ from points-inl.h. Octaves whose samples are too far apart
// to gain from splatting are evaluated sample by sample, like points.
#pragma once

#include <algorithm>
#include <cmath>

#include "noise/math/vectors-inl.h"
#include "noise/sampling/fixed_frames-inl.h"
#include "noise/sampling/grid_axes.h"
#include "noise/sampling/points-inl.h"
#include "noise/sampling/typed_kernel-inl.h"
#include "noise/simplex/points-inl.h"
#include "noise/simplex/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Column steps above these, in lattice units, leave too few samples per kernel (measured). On grids
// splats cost less, since all samples of a row share an offset.
inline constexpr double kMaxGridStep = 0.2, kMaxAffineStep = 0.04;
// Nonzero column steps below this make the column numbers of points too large for float.
inline constexpr double kMinStep = 1e-12;
// The height of the rows that share a list, in lattice units.
inline constexpr double kListHeight = 1;
// Maximum number of points around a run. A diagonal run, whose bounding box is large, may exceed
// it; the octave is then evaluated sample by sample.
inline constexpr std::size_t kMaxPoints = 2048;

struct SplatState {
  SplatOctave* octaves;
  PointsScratch points;  // for octaves that are evaluated sample by sample, and for PrepareSplats
  double first_column;   // of the tile, reduced
};

// Octaves that are evaluated sample by sample, in 2D and 3D.
template <class Gradient, int kDims>
struct CornerState {
  // The octave's own noise uses one of them.
  union Cache {
    CornerCache<UntiledSimplex<Gradient>, kDims> untiled;
    CornerCache<TiledSimplex<Gradient>, kDims> tiled;
  };
  FixedPoints fixed;  // of the current run
  struct Octave {
    FixedOctave fixed;
    Cache* cache;
  };
  Octave* octaves;  // those that are splatted are unused
};

template <int kDims>
inline LatticeFrame LatticeFrameOf(const Frame& frame, const Octave& octave,
                                   const SimplexLattice& lattice) {
  LatticeFrame out{};
  double max_row_step = 0;
  for (int a = 0; a < kDims; ++a) {
    const double scale = octave.frequency[a] * lattice.units_per_cell;
    out.origin[a] = frame.origin[a] * scale + octave.scatter[a] * lattice.units_per_cell;
    out.column[a] = frame.column[a] * scale;
    out.row[a] = frame.row[a] * scale;
    out.column_squared += out.column[a] * out.column[a];
    max_row_step = std::max(max_row_step, std::abs(out.row[a]));
  }
  out.list_rows = static_cast<int>(
      std::clamp(kListHeight / std::max(max_row_step, 1e-3), double{kMaxSplatRows}, 64.0));
  return out;
}

// Whether all offsets between samples and listed points fit the fixed-point range. Along a grid's
// column axis they always do, since points are only added to nearby samples.
template <int kDims>
inline bool FitsFixedPoint(const Frame& frame, const LatticeFrame& lattice_frame,
                           const SimplexShape<kDims>& shape) {
  for (int a = 0; a < kDims; ++a) {
    const double width =
        frame.kind == Frame::kGrid ? 0 : std::abs(lattice_frame.column[a]) * kShortRun;
    const double height = std::abs(lattice_frame.row[a]) * lattice_frame.list_rows;
    if (width + height + 2 * ReachOf(shape) > kMaxFixedOffset) return false;
  }
  return true;
}

// Whether an octave is splatted. Depends only on the frame and the octave.
template <int kDims>
inline bool UsesSplats(const Frame& frame, const LatticeFrame& lattice_frame,
                       const SimplexShape<kDims>& shape, const SimplexLattice& lattice) {
  const bool is_too_dense =
      lattice_frame.column_squared > 0 && lattice_frame.column_squared < kMinStep * kMinStep;
  const double max_step = frame.kind == Frame::kGrid ? kMaxGridStep : kMaxAffineStep;
  return frame.kind != Frame::kPoints && lattice_frame.column_squared <= max_step * max_step &&
         !is_too_dense && FitsFixedPoint(frame, lattice_frame, shape) &&
         MaxListedPoints(lattice_frame, shape, lattice, kShortRun) <= kMaxPoints;
}

template <int kDims>
inline bool UsesSplats(const Octave& octave, const Frame& frame) {
  const bool tiled = IsTiled<kDims>(octave);
  const SimplexLattice lattice(kDims, tiled);
  return UsesSplats(frame, LatticeFrameOf<kDims>(frame, octave, lattice),
                    SimplexShape<kDims>(tiled), lattice);
}

// Takes all arrays from the scratch, and decides which octaves are splatted.
template <int kDims>
HWY_NOINLINE void LayOutSplats(const SimplexArgs& args, const Frame& frame, int columns, int slopes,
                               Scratch& scratch, SplatState& s) {
  const std::size_t width = static_cast<std::size_t>(Padded(columns)) + kPad;
  s.octaves = scratch.Take<SplatOctave>(args.octaves.size());
  s.points = LayOutPoints(kDims, scratch);
  ForRecords(s.octaves, args.octaves.size(), [&](SplatOctave& each, std::size_t o) {
    const bool tiled = IsTiled<kDims>(args.octaves[o]);
    const SimplexShape<kDims> shape(tiled);
    const SimplexLattice lattice(kDims, tiled);
    each.lattice_frame = LatticeFrameOf<kDims>(frame, args.octaves[o], lattice);
    each.uses_splats = UsesSplats(frame, each.lattice_frame, shape, lattice);
    each.has_list = each.has_sums = false;
    each.columns = columns;
    if (!each.uses_splats) return;
    for (SplatSums& sums : each.sums) {
      sums.neg_value = scratch.Take<float>(width);
      for (int a = 0; a < slopes; ++a) sums.neg_slope_6th[a] = scratch.Take<float>(width);
    }
    for (int a = 0; a < kDims; ++a) each.column_position[a] = scratch.Take<int32_t>(width);
    LayOutList(MaxListedPoints(each.lattice_frame, shape, lattice, columns), kDims, scratch,
               &each.list);
  });
}

// Fills in s.column_position. Past a seam of a tiled picture positions continue with the next
// period, so the points around the columns do, too.
// In: each column's reduced index, and the number of seams since the first column.
template <int kDims>
HWY_INLINE void PlaceColumns(const Frame& frame, const Octave& octave, const double* index,
                             const int32_t* seams, int width, SplatOctave& s) {
  const F64 d;
  const hn::Rebind<int32_t, F64> di;
  const auto columns_per_period = static_cast<double>(frame.wrap[0]);
  for (int a = 0; a < kDims; ++a) {
    // Tiled, lattice units are cells, and a period is a whole number of them.
    const double period =
        octave.period[a] == 0 ? 0 : std::round(s.lattice_frame.column[a] * columns_per_period);
    const auto fixed_period = hn::Set(di, ToFixed(period));
    for (int k = 0; k < width; k += static_cast<int>(hn::Lanes(d))) {
      const auto position =
          ToFixed(d, hn::Load(d, index + k) * hn::Set(d, s.lattice_frame.column[a]));
      hn::StoreU(position + hn::LoadU(di, seams + k) * fixed_period, di, s.column_position[a] + k);
    }
  }
}

template <int kDims>
HWY_NOINLINE void PrepareSplats(const SimplexArgs& args, const Frame& frame, const Tile& tile,
                                SplatState& state) {
  if (frame.kind == Frame::kPoints) return;
  double* const index = state.points.q[0];
  int32_t* const seams = state.points.index[0];
  int64_t i = Reduce(tile.first_column, frame.wrap[0]);
  state.first_column = static_cast<double>(i);
  for (int k = 0, passed = 0; k < tile.columns + kPad; ++k) {
    index[k] = static_cast<double>(i);
    seams[k] = passed;
    if (++i == frame.wrap[0]) i = 0, ++passed;
  }
  for (std::size_t o = 0; o < args.octaves.size(); ++o)
    if (state.octaves[o].uses_splats)
      PlaceColumns<kDims>(frame, args.octaves[o], index, seams, tile.columns + kPad,
                          state.octaves[o]);
}

// What kernels of any number of slopes share.
template <class Gradient, int kDims>
struct SimplexFramesBase {
  using Args = SimplexArgs;
  struct State {
    SplatState splats;
    CornerState<Gradient, kDims> corners;
  };
  static constexpr int kMaxColumns = kRunLength;

  static HWY_NOINLINE void LayOutFor(int slopes, const SimplexArgs& args, const Frame& frame,
                                     int columns, Scratch& scratch, State& state) {
    LayOutSplats<kDims>(args, frame, columns, slopes, scratch, state.splats);
    if (kDims == 1) return;
    auto& corners = state.corners;
    corners.fixed = LayOutFixedPoints(kDims, kRunLength, scratch);
    FixedOctaves fixed_octaves(frame, kDims, columns, scratch);
    corners.octaves =
        scratch.Take<typename CornerState<Gradient, kDims>::Octave>(args.octaves.size());
    ForRecords(corners.octaves, args.octaves.size(), [&](auto& each, std::size_t o) {
      if (UsesSplats<kDims>(args.octaves[o], frame)) return;
      // Tiled positions are reduced before they are skewed.
      fixed_octaves.LayOut(args.octaves[o], !IsTiled<kDims>(args.octaves[o]), &each.fixed);
      using Cache = typename CornerState<Gradient, kDims>::Cache;
      each.cache = scratch.Take<Cache>(1);
      Cache dummy;
      Cache& cache = each.cache == nullptr ? dummy : *each.cache;
      const int width = frame.kind == Frame::kGrid ? columns : kShortRun;
      IsTiled<kDims>(args.octaves[o]) ? cache.tiled.LayOut(width, scratch)
                                      : cache.untiled.LayOut(width, scratch);
    });
  }

  static HWY_NOINLINE void Prepare(const SimplexArgs& args, const Frame& frame, const Tile& tile,
                                   State& state) {
    PrepareSplats<kDims>(args, frame, tile, state.splats);
    if (kDims == 1) return;
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      if (state.splats.octaves[o].uses_splats) continue;
      const FixedOctave& fixed = state.corners.octaves[o].fixed;
      if (fixed.has_columns)
        SplitColumns<kDims, false>(frame, tile, args.octaves[o], fixed.columns,
                                   SimplexPoints<Gradient, kDims, 0, false>::template Skew<VD>);
      auto& cache = *state.corners.octaves[o].cache;
      IsTiled<kDims>(args.octaves[o]) ? cache.tiled.Clear() : cache.untiled.Clear();
    }
  }
};

template <class Gradient, int kDims, int kSlopes>
struct SimplexFrames : SimplexFramesBase<Gradient, kDims> {
  using Base = SimplexFramesBase<Gradient, kDims>;
  using typename Base::State;

  static void LayOut(const SimplexArgs& args, const Frame& frame, int columns, Scratch& scratch,
                     State& state) {
    Base::LayOutFor(kSlopes, args, frame, columns, scratch, state);
  }

  static HWY_INLINE void Run(const SimplexArgs& args, const Frame& frame, const cobble::Run& run,
                             State& state, const Slot& slot) {
    SplatState& splats = state.splats;
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      if (splats.octaves[o].uses_splats) {
        const SplatSums& sums = SumsOf(frame, args.octaves[o], Reduce(run.j, frame.wrap[1]),
                                       splats.first_column, splats.octaves[o]);
        AddSplatSums(args, args.octaves[o], o == 0, run.n, sums, slot);
        continue;
      }
      AddPoints(args, frame, o, run, state, slot);
    }
  }

  // Returns the sums of an octave for a row; computes them if they are not buffered.
  static HWY_INLINE const SplatSums& SumsOf(const Frame& frame, const Octave& octave, int64_t row,
                                            double first_column, SplatOctave& s) {
    if constexpr (kSlopes < 3)
      if (frame.kind == Frame::kGrid)
        return BufferedSums<true>(frame, octave, row, first_column, s);
    if constexpr (kSlopes == 0 || kSlopes == kDims)
      return BufferedSums<false>(frame, octave, row, first_column, s);
    return s.sums[0];
  }

  template <bool kGrid>
  static HWY_NOINLINE const SplatSums& BufferedSums(const Frame& frame, const Octave& octave,
                                                    int64_t row, double first_column,
                                                    SplatOctave& s) {
    constexpr int kRows = kSplatRows<kSlopes, kGrid>;
    if (s.has_sums && row >= s.sums_first_row && row < s.sums_first_row + kRows)
      return s.sums[row - s.sums_first_row];
    if (!s.has_list || row < s.list_first_row ||
        row + kRows > s.list_first_row + s.lattice_frame.list_rows) {
      MakeList<Gradient, kDims>(octave, s.lattice_frame, first_column, static_cast<double>(row),
                                s.columns, s.list);
      s.list_first_row = row;
      s.has_list = true;
    }
    RowSplatter<Gradient, kDims, kSlopes, kGrid>(frame, octave, s, row).Run();
    s.sums_first_row = row;
    s.has_sums = true;
    return s.sums[0];
  }

  // Adds an octave's row to the slot: undoes the sums' sign and scale (rows-inl.h) and converts
  // slopes from lattice units to cells.
  static HWY_NOINLINE void AddSplatSums(const SimplexArgs& args, const Octave& octave,
                                        bool is_first, int n, const SplatSums& sums,
                                        const Slot& slot) {
    const F32 d;
    const VF slope_scale =
        Broadcast(-6 * SimplexShape<kDims>(IsTiled<kDims>(octave)).units_per_cell);
    ForVectors(n, [&](int k) {
      Jet<kSlopes> jet;
      jet.v = hn::Neg(hn::Load(d, sums.neg_value + k));
      for (int a = 0; a < kSlopes; ++a)
        jet.g[a] = hn::Load(d, sums.neg_slope_6th[a] + k) * slope_scale;
      ApplyTurbulence(args.turbulence, jet);
      AddContribution(octave, jet, is_first, slot, k);
    });
  }

  // The same for an octave that is evaluated sample by sample.
  static HWY_NOINLINE void AddPoints(const SimplexArgs& args, const Frame& frame, std::size_t o,
                                     const cobble::Run& run, State& state, const Slot& slot) {
    constexpr int kAxisSlopes = kSlopes == 0 ? 0 : kDims;
    Octave octave = args.octaves[o];
    Slot by_axis = slot;
    if (kSlopes > 0 && frame.kind == Frame::kGrid) OrderByAxis(frame, slot, &octave, &by_axis);
    if constexpr (kDims == 1) {
      const PointsScratch s = state.splats.points;
      const int n = run.n;
      SplitRun(RunPositions(frame, run, 0, s.q[0]), n, AxisOf(octave, 0), s.index[0],
               s.fraction[0]);
      ForVectors(n, [&](int k) HWY_ATTR {
        const auto jet = SimplexLine<Gradient, kAxisSlopes>::Make(args, octave, s, k);
        AddContribution(octave, jet, o == 0, by_axis, k);
      });
    } else if (IsTiled<kDims>(octave)) {
      AddCorners<SimplexPoints<Gradient, kDims, kAxisSlopes, true>>(
          args, frame, octave, o, run, state, state.corners.octaves[o].cache->tiled, by_axis);
    } else {
      AddCorners<SimplexPoints<Gradient, kDims, kAxisSlopes, false>>(
          args, frame, octave, o, run, state, state.corners.octaves[o].cache->untiled, by_axis);
    }
  }

  // In: the octave, with its slopes' scales by axis, and its cache.
  template <class Points, class Cache>
  static HWY_INLINE void AddCorners(const SimplexArgs& args, const Frame& frame,
                                    const Octave& octave, std::size_t o, const cobble::Run& run,
                                    const State& state, Cache& cache, const Slot& by_axis) {
    const FixedPoints& points = state.corners.fixed;
    const FixedOctave& fixed = state.corners.octaves[o].fixed;
    if (fixed.has_columns) {
      AddRowStart<kDims, false>(frame, run, octave, fixed.columns, points,
                                Points::template Skew<VD>);
    } else if (fixed.is_base) {
      const double* q[kDims];
      for (int a = 0; a < kDims; ++a) q[a] = RunPositions(frame, run, a, state.splats.points.q[a]);
      Points::Split(octave, q, run.n, points);
    }
    double scatter[kDims];
    std::copy_n(octave.scatter, kDims, scatter);
    Points::Skew(scatter);
    CornerOctave<Points>(args, octave, o == 0, {octave, fixed.shift, points, scatter}, run.n, cache,
                         by_axis)
        .Add();
  }

  // Converts a grid's slopes, which are by column and row, to slopes by axis.
  static void OrderByAxis(const Frame& frame, const Slot& slot, Octave* octave, Slot* by_axis) {
    const GridAxes axes = GridAxesOf(frame, kDims);
    const Octave from = *octave;
    const auto move = [&](int to, int a) {
      by_axis->slope[to] = slot.slope[a];
      octave->slope_scale[to] = from.slope_scale[a];
    };
    std::fill_n(by_axis->slope, 3, nullptr);
    move(axes.column, 0);
    if (kSlopes > 1) move(axes.row, kSlopes - 1);
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
