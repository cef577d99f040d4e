// Lattice noise on grids (grid_axes.h). Work that depends only on the lattice row, the row or the
// column is done once for each. Along a row of samples the noise in a cell is a polynomial in the
// column's fraction x and fade t,
//   v = A + B x + t (C + D x),
// so a sample costs a coefficient lookup and three multiply-adds. rows-inl.h derives A to D.
//
// Departs: interpolates along the fixed axis, then the row axis, then the column axis
// (points-inl.h: x, y, z), so the last bits differ.
#pragma once

#include "noise/lattice/rows-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/grid_axes.h"
#include "noise/sampling/grid_columns-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/sampling/scratch.h"
#include "noise/sampling/typed_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// The coefficients of a vector of samples.
template <bool kLinear>
struct Polynomial {
  VF a, c, b, d;

  // A + B x + t (C + D x).
  HWY_INLINE VF At(VF x, VF t) const {
    if constexpr (!kLinear) return Fma(t, c, a);
    return Fma(t, Fma(d, x, c), Fma(b, x, a));
  }
  // dv/dx = B + C t' + D u, where u = t + x t'.
  HWY_INLINE VF SlopeAt(VF dt, VF u) const {
    if constexpr (!kLinear) return dt * c;
    return Fma(d, u, Fma(c, dt, b));
  }
};

// Looks up the coefficients with read(array), as passed by ForGroups.
template <bool kLinear, class Read>
HWY_INLINE Polynomial<kLinear> ReadPolynomial(const PolynomialArrays& cells, const Read& read) {
  Polynomial<kLinear> polynomial;
  polynomial.a = read(cells.a);
  polynomial.c = read(cells.c);
  if constexpr (kLinear) polynomial.b = read(cells.b);
  if constexpr (kLinear) polynomial.d = read(cells.d);
  return polynomial;
}

// Adds one octave's contribution to the slot, for one row of samples: the per-sample loop.
template <class Gradient, bool kSlopes, bool kTurbulent, bool kFirst>
class OctavePass {
 public:
  HWY_INLINE OctavePass(const GridOctave& s, const Octave& octave, Turbulence turbulence,
                        float gradient_scale, const Slot& slot)
      : s_(s),
        slot_(slot),
        turbulence_(turbulence),
        has_row_slope_(kSlopes && slot.slope[1] != nullptr),
        scale_(Broadcast(gradient_scale)),
        amplitude_(Broadcast(kTurbulent ? octave.amplitude : octave.amplitude * gradient_scale)),
        scale_x_(Broadcast(octave.slope_scale[0] * gradient_scale)),
        scale_y_(Broadcast(octave.slope_scale[1] * gradient_scale)) {}

  HWY_INLINE void Run() const {
    // With separate corners, column k is in cell k.
    if (s_.corner_stride > 1)
      return ForVectors(s_.corner_stride, [&](int k) {
        Vector(k, [&](const float* row) { return hn::Load(F32(), row + k); });
      });
    ForGroups(
        s_.columns, [&](const LookupGroup& group) { OneCell(group); },
        [&](int k, const auto& read) { Vector(k, read); });
  }

 private:
  static constexpr bool kLinear = Gradient::kLinear;
  using ThisPolynomial = Polynomial<kLinear>;

  HWY_INLINE void OneCell(const LookupGroup& group) const {
    const auto read = [&](const float* row) { return Broadcast(row[group.cell]); };
    const ThisPolynomial value = ReadPolynomial<kLinear>(s_.value, read);
    ThisPolynomial slope = value;
    if (has_row_slope_) slope = ReadPolynomial<kLinear>(s_.slope, read);
    const int lanes = static_cast<int>(hn::Lanes(F32())), end = group.end;
    int k = group.begin;
    // Unrolled by two, for instruction-level parallelism.
    for (; k + 2 * lanes <= end; k += 2 * lanes) {
      Sample(k, value, slope);
      Sample(k + lanes, value, slope);
    }
    if (k < end) Sample(k, value, slope);
  }

  // A vector whose lanes can be in different cells.
  template <class Read>
  HWY_INLINE void Vector(int k, const Read& read) const {
    const ThisPolynomial value = ReadPolynomial<kLinear>(s_.value, read);
    ThisPolynomial slope = value;
    if (has_row_slope_) slope = ReadPolynomial<kLinear>(s_.slope, read);
    Sample(k, value, slope);
  }

  HWY_INLINE void Sample(int k, const ThisPolynomial& value, const ThisPolynomial& slope) const {
    const F32 d;
    const VF x = hn::Load(d, s_.columns.x + k), t = hn::Load(d, s_.columns.t + k);
    VF v = value.At(x, t);
    if (kTurbulent) v = v * scale_;
    Add(amplitude_, kTurbulent ? TurbulentValue(turbulence_, v) : v, slot_.value + k);
    if constexpr (kSlopes) {
      const VF factor = kTurbulent ? TurbulentFactor(turbulence_, v) : v;
      const auto turbulent = [&](VF g) { return kTurbulent ? factor * g : g; };
      const VF along = value.SlopeAt(hn::Load(d, s_.columns.dt + k), hn::Load(d, s_.columns.u + k));
      Add(scale_x_, turbulent(along), slot_.slope[0] + k);
      if (has_row_slope_) Add(scale_y_, turbulent(slope.At(x, t)), slot_.slope[1] + k);
    }
  }

  static HWY_INLINE void Add(VF scale, VF contribution, float* sum) {
    const F32 d;
    hn::Store(kFirst ? scale * contribution : Fma(scale, contribution, hn::Load(d, sum)), d, sum);
  }

  const GridOctave& s_;
  const Slot& slot_;
  const Turbulence turbulence_;
  const bool has_row_slope_;  // the slope along the row axis is needed; never in 1D
  const VF scale_;            // of the gradients; not included in the polynomials
  const VF amplitude_, scale_x_, scale_y_;
};

// Fills in s.columns and s.corner_stride.
HWY_INLINE void MakeLatticeColumns(const LatticeArgs& args, const Octave& octave,
                                   const Frame& frame, int column_axis, const double* q, int width,
                                   GridOctave& s) {
  const Axis axis = AxisOf(octave, column_axis);
  const bool has_slopes = args.slopes > 0;
  if (!HasSeparateCorners(frame, column_axis, octave)) {
    MakeColumns(q, width, axis, frame.column[column_axis] < 0, kCorners, has_slopes, s.columns);
    MergeShortGroups(s.columns);
    s.corner_stride = 1;
    return;
  }
  SplitRun(q, width, axis, s.columns.index, s.columns.x);
  FadeColumns(s.columns, width, has_slopes);
  const I32 d;
  ForVectors(width, [&](int k) {
    const VI index = hn::Load(d, s.columns.index + k);
    hn::StoreU(NextIndex(index, axis.period), d, s.columns.index + width + k);
  });
  s.columns.index_count = 2 * width;
  s.corner_stride = width;
}

// Fills in s.hash_input.
HWY_INLINE void StartHashes(uint32_t seed, int column_axis, const GridOctave& s) {
  const U32 d;
  ForVectors(s.columns.index_count, [&](int k) {
    const VU index = hn::BitCast(d, hn::LoadU(I32(), s.columns.index + k));
    hn::StoreU(column_axis == 0 ? Eat(hn::Set(d, seed), index) : index, d, s.hash_input + k);
  });
}

struct GridTile {
  GridOctave* octaves;
  double* q;  // the columns' positions
};

// What all kernels share.
struct LatticeGridBase {
  using Args = LatticeArgs;
  using State = GridTile;
  static constexpr int kMaxColumns = kRunLength;

  static HWY_NOINLINE void LayOut(const LatticeArgs& args, const Frame& frame, int columns,
                                  Scratch& scratch, GridTile& t) {
    const int axis = GridAxesOf(frame, args.dimensions).column;
    const int width = Padded(columns);
    t.octaves = scratch.Take<GridOctave>(args.octaves.size());
    t.q = scratch.Take<double>(static_cast<std::size_t>(width + kPad));
    ForRecords(t.octaves, args.octaves.size(), [&](GridOctave& s, std::size_t o) {
      const std::size_t corners = HasSeparateCorners(frame, axis, args.octaves[o])
                                      ? static_cast<std::size_t>(2 * width + kPad)
                                      : MaxIndices(frame, axis, args.octaves[o], width, kCorners);
      LayOutColumns(static_cast<std::size_t>(width), corners, args.slopes > 0, scratch, &s.columns);
      s.hash_input = scratch.Take<uint32_t>(corners);
      for (auto& lattice_row : s.terms)
        for (float*& term : lattice_row) term = scratch.Take<float>(corners);
      for (PolynomialArrays* to : {&s.value, &s.slope}) {
        for (float** row : {&to->a, &to->b, &to->c, &to->d}) *row = scratch.Take<float>(corners);
        if (args.slopes == 0) break;
      }
    });
  }
};

// Computes everything in a tile that does not depend on the row; in 1D that is everything.
template <class Gradient>
HWY_NOINLINE void PrepareGrid(const LatticeArgs& args, const Frame& frame, const Tile& tile,
                              const GridTile& t) {
  const GridAxes axes = GridAxesOf(frame, args.dimensions);
  const int width = Padded(tile.columns);
  ColumnPositions(frame, axes.column, tile, width, t.q);
  for (std::size_t o = 0; o < args.octaves.size(); ++o) {
    GridOctave& s = t.octaves[o];
    MakeLatticeColumns(args, args.octaves[o], frame, axes.column, t.q, width, s);
    StartHashes(args.octaves[o].seed, axes.column, s);
    if (args.dimensions == 3) {
      const Axis fixed = AxisOf(args.octaves[o], axes.fixed);
      SplitOne(frame.origin[axes.fixed], fixed, &s.fixed_index[0], &s.fixed_fraction);
      s.fixed_index[1] = NextIndex(s.fixed_index[0], fixed.period);
    }
    s.terms_valid = false;
    if (args.dimensions > 1) continue;
    HashLatticeRow<Gradient>(args, o, axes, s, 0, s.terms[0]);
    Make1DPolynomials<Gradient>(s);
  }
}

// Computes the polynomials of octave `o` for the row of samples at position q on the row axis.
template <class Gradient, bool kSlope>
HWY_INLINE void SetUpRow(const LatticeArgs& args, std::size_t o, const GridAxes& axes,
                         GridOctave& s, double q) {
  int32_t index;
  float fraction;
  SplitOne(q, AxisOf(args.octaves[o], axes.row), &index, &fraction);
  // 3D gradients take two passes: eight of them at a time would spill registers.
  const bool one_pass = args.dimensions == 2 || !Gradient::kLinear;
  if (s.corner_stride > 1 && one_pass && axes.column == 0 && axes.row == 1) {
    const Octave& octave = args.octaves[o];
    if (args.dimensions == 2)
      return MakeSeparatePolynomials<Gradient, kSlope, 2>(octave, s, index, fraction);
    if constexpr (!Gradient::kLinear)
      return MakeSeparatePolynomials<Gradient, kSlope, 3>(octave, s, index, fraction);
  }
  MoveToLatticeRow<Gradient>(args, o, axes, s, index);
  if (args.dimensions == 3) return MakePolynomials<Gradient, kSlope, true>(s, fraction);
  MakePolynomials<Gradient, kSlope, false>(s, fraction);
}

template <class Gradient, bool kSlopes, bool kTurbulent>
struct LatticeGrid : LatticeGridBase {
  static void Prepare(const LatticeArgs& args, const Frame& frame, const Tile& tile, GridTile& t) {
    PrepareGrid<Gradient>(args, frame, tile, t);
  }

  static HWY_INLINE void Run(const LatticeArgs& args, const Frame& frame, const cobble::Run& run,
                             const GridTile& t, const Slot& slot) {
    const GridAxes axes = GridAxesOf(frame, args.dimensions);
    GridOctave* const octaves = t.octaves;
    const double q = RowPosition(frame, axes.row, run.j);
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      GridOctave& s = octaves[o];
      if (args.dimensions > 1) SetUpRow<Gradient, kSlopes>(args, o, axes, s, q);
      if (o == 0)
        Pass<true>(args, s, args.octaves[o], slot);
      else
        Pass<false>(args, s, args.octaves[o], slot);
    }
  }

  static HWY_INLINE float ScaleOf(int dimensions) {
    if (dimensions == 1) return Gradient::template kScale<1>;
    return dimensions == 2 ? Gradient::template kScale<2> : Gradient::template kScale<3>;
  }

  template <bool kFirst>
  static HWY_INLINE void Pass(const LatticeArgs& args, const GridOctave& s, const Octave& octave,
                              const Slot& slot) {
    const float scale = ScaleOf(args.dimensions);
    OctavePass<Gradient, kSlopes, kTurbulent, kFirst>(s, octave, args.turbulence, scale, slot)
        .Run();
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
