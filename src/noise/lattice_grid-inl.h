// Lattice noise on grids: one axis follows the columns, at most one the rows. What depends on the
// lattice row, the row or the column alone is computed once for each; what is left for a sample is
// a form of low degree in its column's fraction x and fade t,
//   v = A + B x + t (C + D x),
// whose four coefficients the samples of a cell share.
//
// Departs: the interpolation collapses the fixed axis first, then the row's, then the column's
// (per-sample kernels go by the order x, y, z), so that last bits differ from theirs.
#include <utility>

#include "noise/gradient-inl.h"
#include "noise/grid_axes.h"
#include "noise/grid_columns-inl.h"
#include "noise/lattice-inl.h"
#include "noise/lattice.h"
#include "noise/scratch.h"
#include "noise/turbulence-inl.h"

#if defined(COBBLE_NOISE_LATTICE_GRID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_LATTICE_GRID_INL_H_
#undef COBBLE_NOISE_LATTICE_GRID_INL_H_
#else
#define COBBLE_NOISE_LATTICE_GRID_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

inline constexpr Reach kCorners{0, 1};

// Coefficients of the form, a list of cells each; cell k lies between corners k and k + 1.
struct FormRows {
  float *a, *b, *c, *d;
};

// What one octave keeps of a tile.
struct GridOctave {
  GridColumns columns;
  // Of a fixed axis:
  int32_t fixed_index[2];
  float fixed_fraction;
  // Of two neighbouring lattice rows: what a corner contributes is
  // part[0] * (column offset) + part[1] * (row offset) + part[2], or part[0] if not linear.
  float* part[2][3];
  int32_t row_index;
  bool has_rows;
  // Of the present row:
  FormRows value, slope;  // slope: along the row's axis
};

// Lays out the scratch of all octaves. Null memory in `scratch`: only counts.
inline GridOctave* LayOut(const LatticeArgs& args, const Frame& frame, int columns,
                          Scratch& scratch, double** q) {
  const int axis = GridAxesOf(frame, args.dimensions).column;
  const int width = (columns + kPad - 1) / kPad * kPad;
  auto* const octaves = scratch.Take<GridOctave>(args.octaves.size());
  *q = scratch.Take<double>(static_cast<std::size_t>(width));
  for (std::size_t o = 0; o < args.octaves.size(); ++o) {
    GridOctave counted;
    GridOctave& s = octaves == nullptr ? counted : octaves[o];
    const std::size_t corners = MostCorners(frame, axis, args.octaves[o], width, kCorners);
    LayOutColumns(static_cast<std::size_t>(width), corners, args.slopes > 0, scratch, &s.columns);
    for (auto& lattice_row : s.part)
      for (float*& part : lattice_row) part = scratch.Take<float>(corners);
    for (FormRows* form : {&s.value, &s.slope}) {
      for (float** row : {&form->a, &form->b, &form->c, &form->d})
        *row = scratch.Take<float>(corners);
      if (args.slopes == 0) break;
    }
  }
  return octaves;
}

// What the lattice points of one lattice row contribute: hashes, gradients, and the fixed axis
// collapsed.
template <class Gradient, int kDims>
HWY_NOINLINE void MakeLatticeRow(const Octave& octave, const GridAxes& axes, const GridOctave& s,
                                 int32_t row_index, float* const* part) {
  const F32 d;
  const U32 du;
  constexpr int kLayers = kDims == 3 ? 2 : 1;
  const VF z = Splat(s.fixed_fraction);
  const VF t = Fade(z);
  ForVectors(s.columns.corners, [&](int k) {
    VF g[kLayers][3];
    for (int layer = 0; layer < kLayers; ++layer) {
      VU h = hn::Set(du, octave.seed);
      for (int a = 0; a < kDims; ++a) {
        const int32_t fixed = a == axes.row ? row_index : s.fixed_index[layer];
        h = Eat(h, a == axes.column ? hn::BitCast(du, hn::LoadU(I32(), s.columns.index + k))
                                    : hn::Set(du, static_cast<uint32_t>(fixed)));
      }
      Gradient::template Vector<kDims>(Avalanche(h), g[layer]);
    }
    const auto collapse = [&](VF lo, VF hi) { return kDims == 3 ? Lerp(t, lo, hi) : lo; };
    const int last = kLayers - 1;
    if constexpr (!Gradient::kLinear) {
      hn::Store(collapse(g[0][0], g[last][0]), d, part[0] + k);
    } else {
      hn::Store(collapse(g[0][axes.column], g[last][axes.column]), d, part[0] + k);
      if constexpr (kDims > 1)
        hn::Store(collapse(g[0][axes.row], g[last][axes.row]), d, part[1] + k);
      if constexpr (kDims == 3)
        hn::Store(Lerp(t, g[0][axes.fixed] * z, g[1][axes.fixed] * (z - Splat(1.0f))), d,
                  part[2] + k);
    }
  });
}

template <class Gradient>
HWY_INLINE void MakeLatticeRow(const LatticeArgs& args, std::size_t octave, const GridAxes& axes,
                               const GridOctave& s, int32_t row_index, float* const* part) {
  const Octave& o = args.octaves[octave];
  if (args.dimensions == 1) return MakeLatticeRow<Gradient, 1>(o, axes, s, row_index, part);
  if (args.dimensions == 2) return MakeLatticeRow<Gradient, 2>(o, axes, s, row_index, part);
  MakeLatticeRow<Gradient, 3>(o, axes, s, row_index, part);
}

// Brings the two lattice rows to those around `index`, keeping what they share with the last ones.
template <class Gradient>
HWY_NOINLINE void MoveToRow(const LatticeArgs& args, std::size_t octave, const GridAxes& axes,
                            GridOctave& s, int32_t index) {
  if (s.has_rows && index == s.row_index) return;
  const int64_t period = args.octaves[octave].period[axes.row];
  if (s.has_rows && index == NextIndex(s.row_index, period)) {
    std::swap(s.part[0], s.part[1]);
  } else {
    MakeLatticeRow<Gradient>(args, octave, axes, s, index, s.part[0]);
  }
  MakeLatticeRow<Gradient>(args, octave, axes, s, NextIndex(index, period), s.part[1]);
  s.row_index = index;
  s.has_rows = true;
}

// The differences from corner to corner: C and D from A and B, which stand in `form` already.
template <class Gradient>
HWY_INLINE void FormDifferences(const FormRows& form, int corners) {
  const F32 d;
  ForVectors(corners, [&](int k) {
    const VF a = hn::Load(d, form.a + k);
    VF next = hn::LoadU(d, form.a + k + 1);
    if constexpr (Gradient::kLinear) {
      const VF b_next = hn::LoadU(d, form.b + k + 1);
      hn::Store(b_next - hn::Load(d, form.b + k), d, form.d + k);
      next = next - b_next;
    }
    hn::Store(next - a, d, form.c + k);
  });
}

// The forms of the row at fraction y between the two lattice rows.
template <class Gradient, bool kSlope, bool kFixed>
HWY_NOINLINE void MakeForms(const GridOctave& s, float fraction) {
  const F32 d;
  const VF y = Splat(fraction), y1 = y - Splat(1.0f), t = Fade(y), dt = FadeSlope(y);
  ForVectors(s.columns.corners, [&](int k) {
    const VF x0 = hn::Load(d, s.part[0][0] + k), x1 = hn::Load(d, s.part[1][0] + k);
    if constexpr (!Gradient::kLinear) {
      hn::Store(Lerp(t, x0, x1), d, s.value.a + k);
      if constexpr (kSlope) hn::Store(dt * (x1 - x0), d, s.slope.a + k);
    } else {
      const VF g0 = hn::Load(d, s.part[0][1] + k), g1 = hn::Load(d, s.part[1][1] + k);
      VF e0 = g0 * y, e1 = g1 * y1;
      if constexpr (kFixed) {
        e0 = Fma(g0, y, hn::Load(d, s.part[0][2] + k));
        e1 = Fma(g1, y1, hn::Load(d, s.part[1][2] + k));
      }
      hn::Store(Lerp(t, e0, e1), d, s.value.a + k);
      hn::Store(Lerp(t, x0, x1), d, s.value.b + k);
      if constexpr (kSlope) {
        hn::Store(Fma(dt, e1 - e0, Lerp(t, g0, g1)), d, s.slope.a + k);
        hn::Store(dt * (x1 - x0), d, s.slope.b + k);
      }
    }
  });
  FormDifferences<Gradient>(s.value, s.columns.corners);
  if constexpr (kSlope) FormDifferences<Gradient>(s.slope, s.columns.corners);
}

// In one dimension there is but one row of lattice points, and its form.
template <class Gradient>
HWY_INLINE void MakeOnlyForm(const GridOctave& s) {
  const F32 d;
  ForVectors(s.columns.corners, [&](int k) {
    const VF x = hn::Load(d, s.part[0][0] + k);
    hn::Store(Gradient::kLinear ? hn::Zero(d) : x, d, s.value.a + k);
    if constexpr (Gradient::kLinear) hn::Store(x, d, s.value.b + k);
  });
  FormDifferences<Gradient>(s.value, s.columns.corners);
}

// A form's coefficients, a sample a lane.
template <bool kLinear>
struct Form {
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
HWY_INLINE Form<kLinear> ReadForm(const FormRows& rows, const Read& read) {
  Form<kLinear> form;
  form.a = read(rows.a);
  form.c = read(rows.c);
  if constexpr (kLinear) form.b = read(rows.b);
  if constexpr (kLinear) form.d = read(rows.d);
  return form;
}

// Adds one octave's share to the slot, for every column of the tile.
template <class Gradient, bool kSlopes, bool kTurbulent, bool kFirst>
class OctavePass {
 public:
  HWY_INLINE OctavePass(const GridOctave& s, const Octave& octave, Turbulence turbulence,
                        const Slot& slot)
      : s_(s),
        slot_(slot),
        turbulence_(turbulence),
        has_rows_(kSlopes && slot.slope[1] != nullptr),
        amplitude_(Splat(octave.amplitude)),
        scale_x_(Splat(octave.slope_scale[0])),
        scale_y_(Splat(octave.slope_scale[1])) {}

  HWY_INLINE void Run() const {
    const F32 d;
    for (const Piece* piece = s_.columns.pieces;
         piece != s_.columns.pieces + s_.columns.piece_count; ++piece) {
      if (piece->kind == Piece::kOneCell) {
        OneCell(*piece);
      } else if (piece->kind == Piece::kNear) {
        const auto lanes = hn::SetTableIndices(d, s_.columns.near + piece->begin);
        Vector(piece->begin, [&](const float* row) {
          return hn::TableLookupLanes(hn::LoadU(d, row + piece->cell), lanes);
        });
      } else {
        const VI cells = hn::Load(I32(), s_.columns.cell + piece->begin);
        Vector(piece->begin, [&](const float* row) { return hn::GatherIndex(d, row, cells); });
      }
    }
  }

 private:
  static constexpr bool kLinear = Gradient::kLinear;
  using ThisForm = Form<kLinear>;

  HWY_INLINE void OneCell(const Piece& piece) const {
    const auto read = [&](const float* row) { return Splat(row[piece.cell]); };
    const ThisForm value = ReadForm<kLinear>(s_.value, read);
    ThisForm slope = value;
    if (has_rows_) slope = ReadForm<kLinear>(s_.slope, read);
    for (int k = piece.begin; k < piece.end; k += static_cast<int>(hn::Lanes(F32())))
      Sample(k, value, slope);
  }

  template <class Read>
  HWY_INLINE void Vector(int k, const Read& read) const {
    const ThisForm value = ReadForm<kLinear>(s_.value, read);
    ThisForm slope = value;
    if (has_rows_) slope = ReadForm<kLinear>(s_.slope, read);
    Sample(k, value, slope);
  }

  HWY_INLINE void Sample(int k, const ThisForm& value, const ThisForm& slope) const {
    const F32 d;
    const VF x = hn::Load(d, s_.columns.x + k), t = hn::Load(d, s_.columns.t + k);
    const VF v = value.At(x, t);
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
  const VF amplitude_, scale_x_, scale_y_;
};

inline const LatticeArgs& GridArgs(const void* args) {
  return *static_cast<const LatticeArgs*>(args);
}

inline std::size_t GridScratchBytes(const void* args, const Frame& frame, int columns) noexcept {
  Scratch scratch(nullptr);
  double* q;
  LayOut(GridArgs(args), frame, columns, scratch, &q);
  return scratch.used();
}

// What of a tile does not depend on the row.
template <class Gradient>
void PrepareGrid(const void* args_pointer, const Frame& frame, const Tile& tile,
                 void* memory) noexcept {
  const LatticeArgs& args = GridArgs(args_pointer);
  const GridAxes axes = GridAxesOf(frame, args.dimensions);
  const int width = (tile.columns + kPad - 1) / kPad * kPad;
  Scratch scratch(memory);
  double* q;
  GridOctave* const octaves = LayOut(args, frame, tile.columns, scratch, &q);
  ColumnPositions(frame, axes.column, tile, width, q);
  for (std::size_t o = 0; o < args.octaves.size(); ++o) {
    GridOctave& s = octaves[o];
    const Axis axis = AxisOf(args.octaves[o], axes.column);
    MakeColumns(q, width, axis, frame.column[axes.column]<0, kCorners, args.slopes> 0, s.columns);
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
  MoveToRow<Gradient>(args, o, axes, s, index);
  if (args.dimensions == 3) return MakeForms<Gradient, kSlope, true>(s, fraction);
  MakeForms<Gradient, kSlope, false>(s, fraction);
}

template <class Gradient, bool kSlopes, bool kTurbulent>
struct LatticeGrid {
  static void Run(const void* args_pointer, const Frame& frame, const cobble::Run& run,
                  void* memory, const Slot& slot) noexcept {
    const LatticeArgs& args = GridArgs(args_pointer);
    const GridAxes axes = GridAxesOf(frame, args.dimensions);
    auto* const octaves = static_cast<GridOctave*>(memory);
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
    OctavePass<Gradient, kSlopes, kTurbulent, kFirst>(s, octave, args.turbulence, slot).Run();
  }

  static constexpr Kernel kKernel{&GridScratchBytes, &PrepareGrid<Gradient>, &Run};
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
