// Lattice noise on grids: one axis follows the columns, at most one the rows. What depends on the
// lattice row, the row or the column alone is computed once for each; what is left for a sample is
// a form of low degree in its column's fraction x and fade t,
//   v = A + B x + t (C + D x),
// whose four coefficients the samples of a cell share. Where cells are narrower than columns, no
// samples share any, and each column has its own two lattice points: the same arithmetic, number by
// number.
//
// Departs: the interpolation collapses the fixed axis first, then the row's, then the column's
// (per-sample kernels go by the order x, y, z), so that last bits differ from theirs.
#include "noise/lattice/rows-inl.h"
#include "noise/math/turbulence-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/grid_axes.h"
#include "noise/sampling/grid_columns-inl.h"
#include "noise/sampling/typed_kernel-inl.h"

#if defined(COBBLE_NOISE_LATTICE_GRID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_LATTICE_GRID_INL_H_
#undef COBBLE_NOISE_LATTICE_GRID_INL_H_
#else
#define COBBLE_NOISE_LATTICE_GRID_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// A form's coefficients, a sample a lane.
template <bool kLinear>
struct Polynomial {
  VF a, c, b, d;

  // A + B x + t (C + D x).
  HWY_INLINE VF At(VF x, VF t) const {
    if constexpr (!kLinear) return Fma(t, c, a);
    return Fma(t, Fma(d, x, c), Fma(b, x, a));
  }
  // Its slope in x, with u = t + x t': B + C t' + D u.
  HWY_INLINE VF SlopeAt(VF dt, VF u) const {
    if constexpr (!kLinear) return dt * c;
    return Fma(d, u, Fma(c, dt, b));
  }
};

// Reads coefficients: those of one cell in every lane, or each lane its own cell's.
template <bool kLinear, class Read>
HWY_INLINE Polynomial<kLinear> ReadPolynomial(const PolynomialRows& rows, const Read& read) {
  Polynomial<kLinear> polynomial;
  polynomial.a = read(rows.a);
  polynomial.c = read(rows.c);
  if constexpr (kLinear) polynomial.b = read(rows.b);
  if constexpr (kLinear) polynomial.d = read(rows.d);
  return polynomial;
}

// Adds one octave's share to the slot, for every column of the tile.
template <class Gradient, bool kSlopes, bool kTurbulent, bool kFirst>
class OctavePass {
 public:
  HWY_INLINE OctavePass(const GridOctave& s, const Octave& octave, Turbulence turbulence,
                        float gradient_scale, const Slot& slot)
      : s_(s),
        slot_(slot),
        turbulence_(turbulence),
        has_rows_(kSlopes && slot.slope[1] != nullptr),
        scale_(Broadcast(gradient_scale)),
        amplitude_(Broadcast(kTurbulent ? octave.amplitude : octave.amplitude * gradient_scale)),
        scale_x_(Broadcast(octave.slope_scale[0] * gradient_scale)),
        scale_y_(Broadcast(octave.slope_scale[1] * gradient_scale)) {}

  HWY_INLINE void Run() const {
    if (s_.next > 1)
      return ForVectors(s_.next, [&](int k) {
        Vector(k, [&](const float* row) { return hn::Load(F32(), row + k); });
      });
    ForPieces(
        s_.columns, [&](const Piece& piece) { OneCell(piece); },
        [&](int k, const auto& read) { Vector(k, read); });
  }

 private:
  static constexpr bool kLinear = Gradient::kLinear;
  using ThisPolynomial = Polynomial<kLinear>;

  HWY_INLINE void OneCell(const Piece& piece) const {
    const auto read = [&](const float* row) { return Broadcast(row[piece.cell]); };
    const ThisPolynomial value = ReadPolynomial<kLinear>(s_.value, read);
    ThisPolynomial slope = value;
    if (has_rows_) slope = ReadPolynomial<kLinear>(s_.slope, read);
    const int lanes = static_cast<int>(hn::Lanes(F32())), end = piece.end;
    int k = piece.begin;
    for (; k + 2 * lanes <= end; k += 2 * lanes) {
      Sample(k, value, slope);
      Sample(k + lanes, value, slope);
    }
    if (k < end) Sample(k, value, slope);
  }

  // A vector whose lanes lie in cells of their own.
  template <class Read>
  HWY_INLINE void Vector(int k, const Read& read) const {
    const ThisPolynomial value = ReadPolynomial<kLinear>(s_.value, read);
    ThisPolynomial slope = value;
    if (has_rows_) slope = ReadPolynomial<kLinear>(s_.slope, read);
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
      if (has_rows_) Add(scale_y_, turbulent(slope.At(x, t)), slot_.slope[1] + k);
    }
  }

  static HWY_INLINE void Add(VF scale, VF share, float* sum) {
    const F32 d;
    hn::Store(kFirst ? scale * share : Fma(scale, share, hn::Load(d, sum)), d, sum);
  }

  const GridOctave& s_;
  const Slot& slot_;
  const Turbulence turbulence_;
  const bool has_rows_;  // whether slopes along the rows are wanted: not in one dimension
  const VF scale_;       // of the gradients, which the forms lack
  const VF amplitude_, scale_x_, scale_y_;
};

// The columns of an octave, and the corners that they read.
HWY_INLINE void MakeLatticeColumns(const LatticeArgs& args, const Octave& octave,
                                   const Frame& frame, int column_axis, const double* q, int width,
                                   GridOctave& s) {
  const Axis axis = AxisOf(octave, column_axis);
  const bool slopes = args.slopes > 0;
  if (!HasOwnCorners(frame, column_axis, octave)) {
    MakeColumns(q, width, axis, frame.column[column_axis] < 0, kCorners, slopes, s.columns);
    JoinNear(s.columns);
    s.next = 1;
    return;
  }
  SplitRun(q, width, axis, s.columns.index, s.columns.x);
  FadeColumns(s.columns, width, slopes);
  const I32 d;
  ForVectors(width, [&](int k) {
    const VI index = hn::Load(d, s.columns.index + k);
    hn::StoreU(NextIndex(index, axis.period), d, s.columns.index + width + k);
  });
  s.columns.corners = 2 * width;
  s.next = width;
}

// Begins the hashes of the corners.
HWY_INLINE void EatColumns(uint32_t seed, int column_axis, const GridOctave& s) {
  const U32 d;
  ForVectors(s.columns.corners, [&](int k) {
    const VU index = hn::BitCast(d, hn::LoadU(I32(), s.columns.index + k));
    hn::StoreU(column_axis == 0 ? Eat(hn::Set(d, seed), index) : index, d, s.eaten + k);
  });
}

// What of a tile does not depend on the row.
template <class Gradient>
HWY_NOINLINE void PrepareGrid(const LatticeArgs& args, const Frame& frame, const Tile& tile,
                              const GridTile& t) {
  const GridAxes axes = GridAxesOf(frame, args.dimensions);
  const int width = (tile.columns + kPad - 1) / kPad * kPad;
  ColumnPositions(frame, axes.column, tile, width, t.q);
  for (std::size_t o = 0; o < args.octaves.size(); ++o) {
    GridOctave& s = t.octaves[o];
    MakeLatticeColumns(args, args.octaves[o], frame, axes.column, t.q, width, s);
    EatColumns(args.octaves[o].seed, axes.column, s);
    if (args.dimensions == 3) {
      const Axis fixed = AxisOf(args.octaves[o], axes.fixed);
      SplitOne(frame.origin[axes.fixed], fixed, &s.fixed_index[0], &s.fixed_fraction);
      s.fixed_index[1] = NextIndex(s.fixed_index[0], fixed.period);
    }
    s.has_rows = false;
    if (args.dimensions > 1) continue;
    MakeLatticeRow<Gradient>(args, o, axes, s, 0, s.part[0]);
    MakeOnlyForm<Gradient>(s);
  }
}

// Brings octave `o` to the row at q.
template <class Gradient, bool kSlope>
HWY_INLINE void MoveRow(const LatticeArgs& args, std::size_t o, const GridAxes& axes, GridOctave& s,
                        double q) {
  int32_t index;
  float fraction;
  SplitOne(q, AxisOf(args.octaves[o], axes.row), &index, &fraction);
  // Eight gradients at once leave too few registers.
  const bool at_once = args.dimensions == 2 || !Gradient::kLinear;
  if (s.next > 1 && at_once && axes.column == 0 && axes.row == 1) {
    const Octave& octave = args.octaves[o];
    if (args.dimensions == 2) return MakeOwnForms<Gradient, kSlope, 2>(octave, s, index, fraction);
    if constexpr (!Gradient::kLinear)
      return MakeOwnForms<Gradient, kSlope, 3>(octave, s, index, fraction);
  }
  MoveToRow<Gradient>(args, o, axes, s, index);
  if (args.dimensions == 3) return MakeForms<Gradient, kSlope, true>(s, fraction);
  MakeForms<Gradient, kSlope, false>(s, fraction);
}

template <class Gradient, bool kSlopes, bool kTurbulent>
struct LatticeGrid {
  using Args = LatticeArgs;
  using State = GridTile;
  static constexpr int kMaxColumns = kRunLength;

  static void LayOut(const LatticeArgs& args, const Frame& frame, int columns, Scratch& scratch,
                     GridTile& t) {
    LayOutGrid(args, frame, columns, scratch, t);
  }

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
      if (args.dimensions > 1) MoveRow<Gradient, kSlopes>(args, o, axes, s, q);
      if (o == 0)
        Pass<true>(args, s, args.octaves[o], slot);
      else
        Pass<false>(args, s, args.octaves[o], slot);
    }
  }

  template <bool kFirst>
  static HWY_INLINE void Pass(const LatticeArgs& args, const GridOctave& s, const Octave& octave,
                              const Slot& slot) {
    const float scale = args.dimensions == 1   ? Gradient::template kScale<1>
                        : args.dimensions == 2 ? Gradient::template kScale<2>
                                               : Gradient::template kScale<3>;
    OctavePass<Gradient, kSlopes, kTurbulent, kFirst>(s, octave, args.turbulence, scale, slot)
        .Run();
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
