// Simplex noise of pictures, on grids and affine frames: each lattice point's kernel is added to
// the samples of a row that it reaches, point after point, always in one order of the points. A
// kernel ends where the point's simplices do, so that a sample gets what the corners of its own
// simplex give, and points visited without need add 0.
//
// Departs: offsets are made as in simplex_list-inl.h, and sums go by the points' order, so that
// last bits differ from those of points (simplex_points-inl.h). Octaves whose samples lie too far
// apart for lists of points are made like points; that follows from the frame alone.
#include <algorithm>
#include <bit>
#include <cmath>

#include "noise/grid_axes.h"
#include "noise/points-inl.h"
#include "noise/simplex_list-inl.h"

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
inline constexpr double kMostStep = 0.25;
// The height of rows that share a list.
inline constexpr double kListHeight = 1;
// More points around a run are too many to look through: it lies across the axes.
inline constexpr std::size_t kMostPoints = 2048;

// One octave of a frame and a tile.
struct SplatOctave {
  bool splats;
  SplatSteps steps;
  int32_t* column[3];  // where columns stand from the frame's origin
  int64_t first_row;   // of the list
  bool has_list;
  PointList list;
};

// A row's sums, negated as the kernels are.
struct SplatSums {
  float* value;
  float* slope[3];
};

struct SplatState {
  SplatOctave* octaves;
  PointsScratch points;
  SplatSums sums;
  int columns;
  double first_column;  // of the tile, reduced
};

template <int kDims>
inline SplatSteps StepsOf(const Frame& frame, const Octave& octave, const SimplexLattice& lattice) {
  SplatSteps steps{};
  double most = 0;
  for (int a = 0; a < kDims; ++a) {
    const double unit = octave.frequency[a] * lattice.unit;
    steps.origin[a] = frame.origin[a] * unit;
    steps.column[a] = frame.column[a] * unit;
    steps.row[a] = frame.row[a] * unit;
    steps.square += steps.column[a] * steps.column[a];
    most = std::max(most, std::abs(steps.row[a]));
  }
  steps.list_rows = static_cast<int>(std::clamp(kListHeight / std::max(most, 1e-3), 1.0, 64.0));
  return steps;
}

// Whether an octave is summed from lists. From the frame and the octave alone.
template <int kDims>
inline bool Splats(const Frame& frame, const SplatSteps& steps, const SimplexShape<kDims>& shape,
                   const SimplexLattice& lattice) {
  return frame.form != Frame::kPoints && steps.square <= kMostStep * kMostStep &&
         MostListed(steps, shape, lattice, kShortRun) <= kMostPoints;
}

// Lays out everything and measures the steps. Null memory in `scratch`: only counts.
template <int kDims, int kSlopes>
inline SplatState* LayOutSplats(const SimplexArgs& args, const Frame& frame, int columns,
                                Scratch& scratch) {
  constexpr std::size_t kWidth = kRunLength + kPad;
  auto* const state = scratch.Take<SplatState>(1);
  SplatState counted_state;
  SplatState& s = state == nullptr ? counted_state : *state;
  s.octaves = scratch.Take<SplatOctave>(args.octaves.size());
  s.points = LayOutPoints(kDims, scratch);
  s.sums.value = scratch.Take<float>(kWidth);
  for (int a = 0; a < kSlopes; ++a) s.sums.slope[a] = scratch.Take<float>(kWidth);
  for (std::size_t o = 0; o < args.octaves.size(); ++o) {
    SplatOctave counted;
    SplatOctave& each = s.octaves == nullptr ? counted : s.octaves[o];
    const bool tiled = args.octaves[o].period[0] != 0;
    const SimplexShape<kDims> shape(tiled);
    const SimplexLattice lattice(kDims, tiled);
    each.steps = StepsOf<kDims>(frame, args.octaves[o], lattice);
    each.splats = Splats(frame, each.steps, shape, lattice);
    each.has_list = false;
    if (!each.splats) continue;
    for (int a = 0; a < kDims; ++a) each.column[a] = scratch.Take<int32_t>(kWidth);
    LayOutList(MostListed(each.steps, shape, lattice, columns), kDims, scratch, &each.list);
  }
  return state;
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

template <int kDims, int kSlopes>
void PrepareSplats(const SimplexArgs& args, const Frame& frame, const Tile& tile, void* memory) {
  Scratch scratch(memory);
  SplatState& state = *LayOutSplats<kDims, kSlopes>(args, frame, tile.columns, scratch);
  state.columns = tile.columns;
  if (frame.form == Frame::kPoints) return;
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

// What one octave sums up of one row.
template <class Gradient, int kDims, int kSlopes, bool kGrid>
class RowSum {
 public:
  RowSum(const Frame& frame, const Octave& octave, const SplatState& state, SplatOctave& s,
         int64_t row)
      : shape_(octave.period[0] != 0), state_(state), s_(s), list_(s.list), row_(row) {
    const GridAxes axes = GridAxesOf(frame, kDims);
    if (kGrid) {
      varying_[0] = axes.column;
      fixed_[0] = axes.row;
      fixed_[1] = axes.fixed;
    }
    for (int a = 0; a < kDims; ++a)
      row_at_[a] = FixedOf(s.steps.At(a, 0, static_cast<double>(row)));
  }

  HWY_INLINE void Run() const {
    SeeRow();
    const F32 d;
    ForVectors(state_.columns, [&](int k) {
      hn::Store(hn::Zero(d), d, state_.sums.value + k);
      for (int a = 0; a < kSlopes; ++a) hn::Store(hn::Zero(d), d, state_.sums.slope[a] + k);
    });
    for (int first = 0; first < list_.count; first += 64) {
      uint64_t reaches = 0;
      ForVectors(std::min(64, list_.count - first), [&](int k) {
        const MF some = hn::RebindMask(
            d, hn::Load(I32(), list_.begin + first + k) < hn::Load(I32(), list_.end + first + k));
        reaches |= BitsOf(some) << k;
      });
      for (; reaches != 0; reaches &= reaches - 1) Add(first + std::countr_zero(reaches));
    }
  }

 private:
  static constexpr int kVarying = kGrid ? 1 : kDims;
  static constexpr int kFixed = kDims - kVarying;

  // What depends on the row alone, a point a lane.
  HWY_NOINLINE void SeeRow() const {
    const F32 d;
    const SplatSteps& steps = s_.steps;
    const auto below = static_cast<float>(row_ - s_.first_row);
    double along = 0;
    for (int a = 0; a < kDims; ++a) along += steps.row[a] * steps.column[a];
    const double inverse = steps.square > 0 ? 1 / steps.square : 0;
    const VF shift = Splat(below * static_cast<float>(along * inverse));
    const VF per_unit = Splat(static_cast<float>(1.001 / std::max(std::sqrt(steps.square), 1e-30)));
    const VF zero = hn::Zero(d), columns = Splat(static_cast<float>(state_.columns));
    ForVectors(list_.count, [&](int k) {
      const VF centre = hn::Load(d, list_.centre + k) - shift;
      const VF left = kGrid ? MakeRest(k) : LeftOf(k, centre, below);
      // Wider than it is by what rounding can take.
      const VF half = Fma(hn::Sqrt(hn::Max(left, zero)), per_unit,
                          Fma(hn::Abs(centre), Splat(1e-5f), Splat(0.01f)));
      const VF begin = hn::Min(hn::Max(centre - half, zero), columns);
      const VF end = hn::Min(hn::Max(centre + half, zero), columns);
      const I32 di;
      hn::Store(hn::ConvertTo(di, begin), di, list_.begin + k);
      hn::Store(
          hn::IfThenElseZero(hn::RebindMask(di, left > zero), hn::ConvertTo(di, hn::Ceil(end))), di,
          list_.end + k);
    });
    // The last vector may reach past the list.
    const I32 di;
    hn::StoreU(hn::Zero(di), di, list_.end + list_.count);
  }

  // Grid: the radius less the squares along the axes that do not follow the columns.
  HWY_INLINE VF MakeRest(int k) const {
    const F32 d;
    VF rest = Splat(-shape_.radius);
    VF base = Gradient::kLinear ? hn::Zero(d) : hn::Load(d, list_.g[0] + k);
    for (int f = 0; f < kFixed; ++f) {
      const int a = fixed_[f];
      const VF offset = OffsetOf(hn::Set(I32(), row_at_[a]), hn::Load(I32(), list_.at[a] + k));
      rest = Fma(offset, offset, rest);
      if (Gradient::kLinear) base = Fma(hn::Load(d, list_.g[a] + k), offset, base);
      hn::Store(offset, d, list_.offset[f] + k);
    }
    hn::Store(rest, d, list_.rest + k);
    hn::Store(base, d, list_.base + k);
    return hn::Neg(rest);
  }

  // Affine: the radius less the square of the distance to the row, about, and no less.
  HWY_INLINE VF LeftOf(int k, VF centre, float below) const {
    VF left = Splat(shape_.radius + 1e-3f);
    for (int a = 0; a < kDims; ++a) {
      const VF first = hn::Load(F32(), list_.from[a] + k);
      const VF down = Splat(below * static_cast<float>(s_.steps.row[a]));
      const VF across = Fma(centre, Splat(static_cast<float>(-s_.steps.column[a])), first - down);
      left = Fma(hn::Neg(across), across, left);
    }
    return left;
  }

  static HWY_INLINE VF OffsetOf(VI sample, VI point) {
    return hn::ConvertTo(F32(), sample - point) * Splat(kUnitOfFixed);
  }

  // Adds a point's kernel, negated, to the samples that it reaches.
  HWY_INLINE void Add(int p) const {
    const F32 d;
    const I32 di;
    const int lanes = static_cast<int>(hn::Lanes(d));
    VI at[kVarying];
    VF g[kVarying];
    const int32_t* columns[kVarying];
    for (int v = 0; v < kVarying; ++v) {
      const int a = varying_[v];
      columns[v] = s_.column[a];
      at[v] = hn::Set(di, static_cast<int32_t>(static_cast<uint32_t>(list_.at[a][p]) -
                                               static_cast<uint32_t>(row_at_[a])));
      if (Gradient::kLinear) g[v] = Splat(list_.g[a][p]);
    }
    const VF rest = Splat(kGrid ? list_.rest[p] : -shape_.radius);
    const VF base = Splat(kGrid ? list_.base[p] : Gradient::kLinear ? 0.0f : list_.g[0][p]);
    constexpr bool kFollowsRows = kGrid && kSlopes > 1;
    const VF row_g = Splat(kFollowsRows && Gradient::kLinear ? list_.g[fixed_[0]][p] : 0.0f);
    const VF row_offset = Splat(kFollowsRows ? list_.offset[0][p] : 0.0f);
    const SplatSums sums = state_.sums;
    const int begin = list_.begin[p] / lanes * lanes;
    const int end = list_.end[p];
    for (int k = begin; k < end; k += lanes) {
      VF offset[kVarying];
      VF beyond = rest, e = base;
      for (int v = 0; v < kVarying; ++v) {
        offset[v] = OffsetOf(hn::Load(di, columns[v] + k), at[v]);
        beyond = Fma(offset[v], offset[v], beyond);
        if (Gradient::kLinear) e = Fma(g[v], offset[v], e);
      }
      const NegatedKernel kernel(beyond, e);
      Add(kernel.t3, e, sums.value + k);
      if constexpr (kSlopes > 0) {
        for (int v = 0; v < kVarying; ++v) AddSlope(kernel, g[v], offset[v], sums.slope[v] + k);
        if constexpr (kFollowsRows) AddSlope(kernel, row_g, row_offset, sums.slope[1] + k);
      }
    }
  }

  static HWY_INLINE void Add(VF a, VF b, float* sum) {
    const F32 d;
    hn::Store(Fma(a, b, hn::Load(d, sum)), d, sum);
  }

  static HWY_INLINE void AddSlope(const NegatedKernel& kernel, VF g, VF offset, float* sum) {
    const F32 d;
    VF slope = hn::Load(d, sum);
    if constexpr (Gradient::kLinear) slope = Fma(kernel.t3, g, slope);
    hn::Store(Fma(kernel.pull, offset, slope), d, sum);
  }

  const SimplexShape<kDims> shape_;
  const SplatState& state_;
  const SplatOctave& s_;
  const PointList& list_;
  const int64_t row_;
  int varying_[3] = {0, 1, 2}, fixed_[2] = {1, 2};
  int32_t row_at_[3];
};

template <class Gradient, int kDims, int kSlopes>
struct SimplexKernel {
  static std::size_t ScratchBytes(const void* args, const Frame& frame, int columns) noexcept {
    Scratch scratch(nullptr);
    LayOutSplats<kDims, kSlopes>(*static_cast<const SimplexArgs*>(args), frame, columns, scratch);
    return scratch.used();
  }

  static void Prepare(const void* args, const Frame& frame, const Tile& tile,
                      void* memory) noexcept {
    PrepareSplats<kDims, kSlopes>(*static_cast<const SimplexArgs*>(args), frame, tile, memory);
  }

  static void Run(const void* args_pointer, const Frame& frame, const cobble::Run& run,
                  void* memory, const Slot& slot) noexcept {
    const auto& args = *static_cast<const SimplexArgs*>(args_pointer);
    SplatState& state = *static_cast<SplatState*>(memory);
    const double* q[kDims] = {};
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      if (state.octaves[o].splats) {
        Sum(frame, args.octaves[o], Reduce(run.j, frame.wrap[1]), state, state.octaves[o]);
        AddSums(args, args.octaves[o], o == 0, run.n, state.sums, slot);
        continue;
      }
      if (q[0] == nullptr)
        for (int a = 0; a < kDims; ++a) q[a] = RunPositions(frame, run, a, state.points.q[a]);
      AddPoints(args, frame, args.octaves[o], q, o == 0, run.n, state.points, slot);
    }
  }

  // Sums up one octave of a row.
  static HWY_NOINLINE void Sum(const Frame& frame, const Octave& octave, int64_t row,
                               SplatState& state, SplatOctave& s) {
    if (!s.has_list || row < s.first_row || row >= s.first_row + s.steps.list_rows) {
      MakeList<Gradient, kDims>(octave, s.steps, state.first_column, static_cast<double>(row),
                                state.columns, s.list);
      s.first_row = row;
      s.has_list = true;
    }
    if constexpr (kSlopes < 3)
      if (frame.form == Frame::kGrid)
        return RowSum<Gradient, kDims, kSlopes, true>(frame, octave, state, s, row).Run();
    if constexpr (kSlopes == 0 || kSlopes == kDims)
      RowSum<Gradient, kDims, kSlopes, false>(frame, octave, state, s, row).Run();
  }

  static HWY_NOINLINE void AddSums(const SimplexArgs& args, const Octave& octave, bool first, int n,
                                   const SplatSums& sums, const Slot& slot) {
    const F32 d;
    const VF unit = Splat(-SimplexShape<kDims>(octave.period[0] != 0).unit);
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
      if (kSlopes > 0 && frame.form == Frame::kGrid) {
        jet.g[0] = all.g[axes.column];
        if (kSlopes > 1) jet.g[kSlopes - 1] = all.g[axes.row];
      }
      AddShare(octave, jet, first, slot, k);
    });
  }

  static constexpr Kernel kKernel{&ScratchBytes, &Prepare, &Run, kRunLength};
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
