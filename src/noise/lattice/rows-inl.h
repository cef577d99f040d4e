// The lattice points that lattice noise on grids looks at: hashed once a lattice row, and blended
// once a row of samples into the forms
//   v = A + B x + t (C + D x)
// of its cells.
#include <utility>

#include "noise/lattice/lattice.h"
#include "noise/math/fade-inl.h"
#include "noise/math/gradient-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/grid_axes.h"
#include "noise/sampling/grid_columns-inl.h"
#include "noise/sampling/scratch.h"
#include "noise/sampling/split-inl.h"

#if defined(COBBLE_NOISE_LATTICE_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_LATTICE_ROWS_INL_H_
#undef COBBLE_NOISE_LATTICE_ROWS_INL_H_
#else
#define COBBLE_NOISE_LATTICE_ROWS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

inline constexpr NeighbourRange kCorners{0, 1};

// Coefficients of the form, a list of cells each; cell k lies between corners k and k + `next`.
struct PolynomialRows {
  float *a, *b, *c, *d;
};

// What one octave keeps of a tile.
struct GridOctave {
  GridColumns columns;
  int next;  // from a cell's lower corner to its upper one; where each column has its own, their
             // number
  uint32_t*
      eaten;  // the corners' accumulators, where the columns' axis is first; else their indices
  // Of a fixed axis:
  int32_t fixed_index[2];
  float fixed_fraction;
  // Of two neighbouring lattice rows: what a corner contributes is
  // part[0] * (column offset) + part[1] * (row offset) + part[2], or part[0] if not linear.
  float* part[2][3];
  int32_t row_index;
  bool has_rows;
  // Of the present row:
  PolynomialRows value, slope;  // slope: along the row's axis
};

// Whether the columns are more than a cell apart.
inline bool HasOwnCorners(const Frame& frame, int axis, const Octave& octave) {
  return std::abs(frame.column[axis] * octave.frequency[axis]) > 1.001;
}

// What a kernel keeps of a tile.
struct GridTile {
  GridOctave* octaves;
  double* q;
};

HWY_NOINLINE inline void LayOutGrid(const LatticeArgs& args, const Frame& frame, int columns,
                                    Scratch& scratch, GridTile& t) {
  const int axis = GridAxesOf(frame, args.dimensions).column;
  const int width = (columns + kPad - 1) / kPad * kPad;
  t.octaves = scratch.Take<GridOctave>(args.octaves.size());
  t.q = scratch.Take<double>(static_cast<std::size_t>(width + kPad));
  ForRecords(t.octaves, args.octaves.size(), [&](GridOctave& s, std::size_t o) {
    const std::size_t corners = HasOwnCorners(frame, axis, args.octaves[o])
                                    ? static_cast<std::size_t>(2 * width + kPad)
                                    : MaxCorners(frame, axis, args.octaves[o], width, kCorners);
    LayOutColumns(static_cast<std::size_t>(width), corners, args.slopes > 0, scratch, &s.columns);
    s.eaten = scratch.Take<uint32_t>(corners);
    for (auto& lattice_row : s.part)
      for (float*& part : lattice_row) part = scratch.Take<float>(corners);
    for (PolynomialRows* polynomial : {&s.value, &s.slope}) {
      for (float** row : {&polynomial->a, &polynomial->b, &polynomial->c, &polynomial->d})
        *row = scratch.Take<float>(corners);
      if (args.slopes == 0) break;
    }
  });
}

// The lattice points of one lattice row: what they contribute along each axis, the fixed one
// collapsed, less the gradients' scale. Of values that are not linear there is but one number.
template <class Gradient, int kDims>
class RowPoints {
 public:
  static constexpr int kNumbers = Gradient::kLinear ? kDims : 1;

  RowPoints(const Octave& octave, const GridAxes& axes, const GridOctave& s, int32_t row_index)
      : seed_(octave.seed),
        column_axis_(axes.column),
        fixed_axis_(Gradient::kLinear ? axes.fixed : -1),
        z_(s.fixed_fraction) {
    for (int layer = 0; layer < kLayers; ++layer)
      for (int a = 0; a < kDims; ++a)
        other_[layer][a] =
            kPrimeC * static_cast<uint32_t>(a == axes.row ? row_index : s.fixed_index[layer]);
  }

  // In: of GridOctave::eaten.
  HWY_INLINE void Numbers(VU column, VF* number) const {
    VF g[kLayers][3];
    for (int layer = 0; layer < kLayers; ++layer)
      Gradient::template Bare<kDims>(Hash(column, other_[layer]), g[layer]);
    for (int a = 0; a < kNumbers; ++a) {
      number[a] = g[0][a];
      if constexpr (kDims == 3) {
        const VF z = Broadcast(z_), t = Fade(z);
        number[a] = a == fixed_axis_ ? Lerp(t, g[0][a] * z, g[1][a] * (z - Broadcast(1.0f)))
                                     : Lerp(t, g[0][a], g[1][a]);
      }
    }
  }

 private:
  static constexpr int kLayers = kDims == 3 ? 2 : 1;

  HWY_INLINE VU Hash(VU column, const uint32_t* other) const {
    const U32 d;
    VU h = column_axis_ == 0 ? column : hn::Set(d, seed_);
    for (int a = column_axis_ == 0 ? 1 : 0; a < kDims; ++a)
      h = a == column_axis_ ? Eat(h, column) : EatProduct(h, hn::Set(d, other[a]));
    return Avalanche(h);
  }

  uint32_t seed_;
  int column_axis_, fixed_axis_;
  float z_;
  uint32_t other_[kLayers][3];  // the indices on the axes but the columns', times kPrimeC
};

// Makes one lattice row's share of the forms.
template <class Gradient, int kDims>
HWY_NOINLINE void MakeLatticeRow(const Octave& octave, const GridAxes& axes, const GridOctave& s,
                                 int32_t row_index, float* const* part) {
  const RowPoints<Gradient, kDims> points(octave, axes, s, row_index);
  float* to[3] = {part[0], part[0], part[0]};  // by axis
  if (Gradient::kLinear) {
    to[axes.row] = part[1];
    to[axes.fixed] = part[2];
  }
  const uint32_t* const eaten = s.eaten;
  ForVectors(s.columns.corners, [&](int k) {
    VF number[3];
    points.Numbers(hn::LoadU(U32(), eaten + k), number);
    for (int a = 0; a < points.kNumbers; ++a) hn::Store(number[a], F32(), to[a] + k);
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

// What a lattice point's column contributes to a form in a row of samples, and to the slope along
// the rows: a + b (offset along the columns).
struct RowPolynomial {
  VF a, b, slope_a, slope_b;
};

// Blends two lattice rows for the samples at a fraction between them.
template <class Gradient, bool kSlope, bool kFixed>
class RowBlend {
 public:
  HWY_INLINE explicit RowBlend(float fraction)
      : y_(Broadcast(fraction)), y1_(y_ - Broadcast(1.0f)), t_(Fade(y_)), dt_(FadeSlope(y_)) {}

  // In: of both rows, what belongs to the columns' axis, the rows' and the fixed one.
  HWY_INLINE RowPolynomial Of(const VF* low, const VF* high) const {
    RowPolynomial polynomial;
    if constexpr (!Gradient::kLinear) {
      polynomial.a = Lerp(t_, low[0], high[0]);
      if constexpr (kSlope) polynomial.slope_a = dt_ * (high[0] - low[0]);
    } else {
      VF e0 = low[1] * y_, e1 = high[1] * y1_;
      if constexpr (kFixed) {
        e0 = Fma(low[1], y_, low[2]);
        e1 = Fma(high[1], y1_, high[2]);
      }
      polynomial.a = Lerp(t_, e0, e1);
      polynomial.b = Lerp(t_, low[0], high[0]);
      if constexpr (kSlope) {
        polynomial.slope_a = Fma(dt_, e1 - e0, Lerp(t_, low[1], high[1]));
        polynomial.slope_b = dt_ * (high[0] - low[0]);
      }
    }
    return polynomial;
  }

 private:
  const VF y_, y1_, t_, dt_;
};

// Stores the coefficients of a cell's form, of those of its two corners: A, B, and as differences
// C, D.
template <class Gradient>
HWY_INLINE void StorePolynomial(VF a, VF b, VF next_a, VF next_b, const PolynomialRows& to, int k) {
  const F32 d;
  hn::Store(a, d, to.a + k);
  if constexpr (Gradient::kLinear) {
    hn::Store(b, d, to.b + k);
    hn::Store(next_b - b, d, to.d + k);
    next_a = next_a - next_b;
  }
  hn::Store(next_a - a, d, to.c + k);
}

// The differences from corner to corner: C and D from A and B, which stand in `form` already.
template <class Gradient>
HWY_INLINE void PolynomialDifferences(const GridOctave& s, const PolynomialRows& polynomial) {
  const F32 d;
  ForVectors(s.next == 1 ? s.columns.corners : s.next, [&](int k) {
    const VF a = hn::Load(d, polynomial.a + k), next_a = hn::LoadU(d, polynomial.a + k + s.next);
    VF b = a, next_b = a;
    if constexpr (Gradient::kLinear) {
      b = hn::Load(d, polynomial.b + k);
      next_b = hn::LoadU(d, polynomial.b + k + s.next);
    }
    StorePolynomial<Gradient>(a, b, next_a, next_b, polynomial, k);
  });
}

// The forms of the row at fraction y between the two lattice rows that are kept.
template <class Gradient, bool kSlope, bool kFixed>
HWY_NOINLINE void MakeForms(const GridOctave& s, float fraction) {
  constexpr int kParts = !Gradient::kLinear ? 1 : kFixed ? 3 : 2;
  const F32 d;
  const RowBlend<Gradient, kSlope, kFixed> blend(fraction);
  ForVectors(s.columns.corners, [&](int k) {
    VF low[kParts], high[kParts];
    for (int p = 0; p < kParts; ++p) {
      low[p] = hn::Load(d, s.part[0][p] + k);
      high[p] = hn::Load(d, s.part[1][p] + k);
    }
    const RowPolynomial polynomial = blend.Of(low, high);
    hn::Store(polynomial.a, d, s.value.a + k);
    if constexpr (Gradient::kLinear) hn::Store(polynomial.b, d, s.value.b + k);
    if constexpr (kSlope) hn::Store(polynomial.slope_a, d, s.slope.a + k);
    if constexpr (kSlope && Gradient::kLinear) hn::Store(polynomial.slope_b, d, s.slope.b + k);
  });
  PolynomialDifferences<Gradient>(s, s.value);
  if constexpr (kSlope) PolynomialDifferences<Gradient>(s, s.slope);
}

// The forms of columns that have their own corners, from the lattice points in one go; the axes
// follow columns, rows and nothing in this order.
template <class Gradient, bool kSlope, int kDims>
HWY_NOINLINE void MakeOwnForms(const Octave& octave, const GridOctave& s, int32_t index,
                               float fraction) {
  const GridAxes axes;
  const RowBlend<Gradient, kSlope, kDims == 3> blend(fraction);
  const RowPoints<Gradient, kDims> low(octave, axes, s, index);
  const RowPoints<Gradient, kDims> high(octave, axes, s, NextIndex(index, octave.period[1]));
  const uint32_t* const eaten = s.eaten;
  const int next = s.next;
  ForVectors(next, [&](int k) {
    RowPolynomial corner[2];
    for (int c = 0; c < 2; ++c) {
      const VU column = hn::LoadU(U32(), eaten + c * next + k);
      VF from_low[3], from_high[3];
      low.Numbers(column, from_low);
      high.Numbers(column, from_high);
      corner[c] = blend.Of(from_low, from_high);
    }
    StorePolynomial<Gradient>(corner[0].a, corner[0].b, corner[1].a, corner[1].b, s.value, k);
    if constexpr (kSlope)
      StorePolynomial<Gradient>(corner[0].slope_a, corner[0].slope_b, corner[1].slope_a,
                                corner[1].slope_b, s.slope, k);
  });
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
  PolynomialDifferences<Gradient>(s, s.value);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
