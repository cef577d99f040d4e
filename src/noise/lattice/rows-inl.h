// Lattice noise on grids: from hashed lattice points to a polynomial per cell, by row of samples.
//
// x is the position on the column axis and y on the row axis (grid_axes.h), as fractions of a cell.
// The column index increases with x. Corners are left or right along x, lower or upper along y.
//
// A row of samples is between two lattice rows. In 2D:
//
//   corner k        0       1       2       3
//   upper row       o-------o-------o-------o      terms[1][..][k]
//                   |       |       |       |
//   samples         | * * * | * * * | * * * |      at fraction y
//                   |       |       |       |
//   lower row       o-------o-------o-------o      terms[0][..][k]
//   cell k              0       1       2
//
// 1. Once per lattice row: each corner's contribution to a sample at offset (dx, dy) from it,
//      n = gx dx + gy dy + constant             (constant: the fixed axis's contribution, in 3D)
// 2. Once per row of samples: blend the two lattice rows with ty = fade(y), so that corner k
//    contributes a_k + b_k dx,
//      a = lerp(ty, gy y + constant, gy' (y - 1) + constant')            (' = the upper row)
//      b = lerp(ty, gx, gx')
// 3. Cell k is between corners k and k + 1, where dx = x and dx = x - 1. With t = fade(x):
//      v = lerp(t, a_k + b_k x, a_k+1 + b_k+1 (x - 1)) = A + B x + t (C + D x)
//      A = a_k    B = b_k    C = a_k+1 - b_k+1 - a_k    D = b_k+1 - b_k
//
// The slope along y has a second polynomial of the same kind. In value noise, n is constant for
// each corner, so there are no B and D.
//
// Columns that are more than a cell apart share no cell, and each has two separate corners:
//   k = 0 .. width - 1             the columns' left corners
//   k = width .. 2 width - 1       their right corners
// In both layouts cell k has corners k and k + corner_stride; corner_stride is 1 or width.
#pragma once

#include <utility>

#include "noise/lattice/lattice.h"
#include "noise/math/fade-inl.h"
#include "noise/math/gradient-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/grid_axes.h"
#include "noise/sampling/grid_columns-inl.h"
#include "noise/sampling/split-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

inline constexpr NeighbourRange kCorners{0, 1};

// A to D of each cell; before that, a and b of each corner. Value noise uses only a and c.
struct PolynomialArrays {
  float *a, *b, *c, *d;
};

// Indices of a corner's terms gx, gy and constant (step 1). Value noise has only kValue.
enum CornerTerm { kColumnSlope = 0, kRowSlope = 1, kConstant = 2, kValue = 0 };

struct GridOctave {
  GridColumns columns;
  int corner_stride;  // from a cell's left corner to its right one
  // Per corner, the input to its hash: the column index or, if the column axis is hashed first, the
  // accumulator with that index mixed in.
  uint32_t* hash_input;
  // The fixed axis, 3D only: the indices of the two lattice layers around the samples.
  int32_t fixed_index[2];
  float fixed_fraction;
  // Two neighbouring lattice rows, row_index and the next one: terms[row][CornerTerm][corner].
  float* terms[2][3];
  int32_t row_index;
  bool terms_valid;  // false until the first row of a tile
  // Of the current row of samples:
  PolynomialArrays value, slope;  // slope: along the row axis
};

// Whether the columns are more than a cell apart, with two separate corners each. The margin
// excludes steps of exactly one cell, where neighbouring columns share a corner.
inline bool HasSeparateCorners(const Frame& frame, int axis, const Octave& octave) {
  return std::abs(frame.column[axis] * octave.frequency[axis]) > 1.001;
}

// Hashes the corners of one lattice row into their terms, without the gradients' scale. In 3D, also
// interpolates between the fixed axis's two layers.
template <class Gradient, int kDims>
class CornerHasher {
 public:
  static constexpr int kTerms = Gradient::kLinear ? kDims : 1;
  static constexpr int kLayers = kDims == 3 ? 2 : 1;

  CornerHasher(const Octave& octave, const GridAxes& axes, const GridOctave& s, int32_t row_index)
      : seed_(octave.seed),
        column_axis_(axes.column),
        fixed_axis_(Gradient::kLinear ? axes.fixed : -1),
        z_(s.fixed_fraction) {
    for (int layer = 0; layer < kLayers; ++layer)
      for (int a = 0; a < kDims; ++a)
        other_product_[layer][a] =
            kPrimeC * static_cast<uint32_t>(a == axes.row ? row_index : s.fixed_index[layer]);
  }

  // In: a vector of GridOctave::hash_input. Out: the hash accumulator in each layer.
  HWY_INLINE void EatIndices(VU column, VU* accumulators) const {
    for (int layer = 0; layer < kLayers; ++layer)
      accumulators[layer] = Accumulator(column, other_product_[layer]);
  }

  // In: the accumulators after StartAvalanches. Out: one term per axis: the slope along that axis,
  // or the constant for the fixed axis. In value noise, term[0] is the value.
  HWY_INLINE void Terms(const VU* accumulators, VF* term) const {
    VF g[kLayers][3];
    for (int layer = 0; layer < kLayers; ++layer)
      Gradient::template Unscaled<kDims>(EndAvalanche(accumulators[layer]), g[layer]);
    for (int a = 0; a < kTerms; ++a) {
      term[a] = g[0][a];
      if constexpr (kDims == 3) {
        const VF z = Broadcast(z_), t = Fade(z);
        term[a] = a == fixed_axis_ ? Lerp(t, g[0][a] * z, g[1][a] * (z - Broadcast(1.0f)))
                                   : Lerp(t, g[0][a], g[1][a]);
      }
    }
  }

 private:
  HWY_INLINE VU Accumulator(VU column, const uint32_t* other_product) const {
    const U32 d;
    VU h = column_axis_ == 0 ? column : hn::Set(d, seed_);
    for (int a = column_axis_ == 0 ? 1 : 0; a < kDims; ++a)
      h = a == column_axis_ ? Eat(h, column) : EatProduct(h, hn::Set(d, other_product[a]));
    return h;
  }

  uint32_t seed_;
  int column_axis_, fixed_axis_;
  float z_;
  uint32_t other_product_[kLayers][3];  // indices on the other axes, times kPrimeC: see EatProduct
};

// Computes one row of GridOctave::terms.
template <class Gradient, int kDims>
HWY_NOINLINE void HashLatticeRow(const Octave& octave, const GridAxes& axes, const GridOctave& s,
                                 int32_t row_index, float* const* terms) {
  const CornerHasher<Gradient, kDims> hasher(octave, axes, s, row_index);
  float* to[3] = {terms[kColumnSlope], terms[kColumnSlope], terms[kColumnSlope]};  // by axis
  if (Gradient::kLinear) {
    to[axes.row] = terms[kRowSlope];
    to[axes.fixed] = terms[kConstant];
  }
  const uint32_t* const hash_input = s.hash_input;
  ForVectors(s.columns.index_count, [&](int k) {
    VU hash[hasher.kLayers];
    hasher.EatIndices(hn::LoadU(U32(), hash_input + k), hash);
    StartAvalanches<hasher.kLayers>(hash);
    VF term[3];
    hasher.Terms(hash, term);
    for (int a = 0; a < hasher.kTerms; ++a) hn::Store(term[a], F32(), to[a] + k);
  });
}

template <class Gradient>
HWY_INLINE void HashLatticeRow(const LatticeArgs& args, std::size_t octave, const GridAxes& axes,
                               const GridOctave& s, int32_t row_index, float* const* terms) {
  const Octave& o = args.octaves[octave];
  if (args.dimensions == 1) return HashLatticeRow<Gradient, 1>(o, axes, s, row_index, terms);
  if (args.dimensions == 2) return HashLatticeRow<Gradient, 2>(o, axes, s, row_index, terms);
  HashLatticeRow<Gradient, 3>(o, axes, s, row_index, terms);
}

// Moves s.terms to lattice row `index` and the next one. Stepping up by one reuses the upper row.
template <class Gradient>
HWY_NOINLINE void MoveToLatticeRow(const LatticeArgs& args, std::size_t octave,
                                   const GridAxes& axes, GridOctave& s, int32_t index) {
  if (s.terms_valid && index == s.row_index) return;
  const int64_t period = args.octaves[octave].period[axes.row];
  if (s.terms_valid && index == NextIndex(s.row_index, period)) {
    std::swap(s.terms[0], s.terms[1]);
  } else {
    HashLatticeRow<Gradient>(args, octave, axes, s, index, s.terms[0]);
  }
  HashLatticeRow<Gradient>(args, octave, axes, s, NextIndex(index, period), s.terms[1]);
  s.row_index = index;
  s.terms_valid = true;
}

// A corner's contribution to a row of samples: a + b dx to the value, slope_a + slope_b dx to the
// slope along the row axis.
struct CornerPolynomial {
  VF a, b, slope_a, slope_b;
};

// Step 2: blends two lattice rows for the samples at a fraction between them.
template <class Gradient, bool kSlope, bool kFixed>
class RowBlend {
 public:
  HWY_INLINE explicit RowBlend(float fraction)
      : y_(Broadcast(fraction)), y1_(y_ - Broadcast(1.0f)), t_(Fade(y_)), dt_(FadeSlope(y_)) {}

  // In: the terms of a vector of corners in both rows.
  HWY_INLINE CornerPolynomial Apply(const VF* low, const VF* high) const {
    CornerPolynomial polynomial;
    if constexpr (!Gradient::kLinear) {
      polynomial.a = Lerp(t_, low[kValue], high[kValue]);
      if constexpr (kSlope) polynomial.slope_a = dt_ * (high[kValue] - low[kValue]);
    } else {
      VF e0 = low[kRowSlope] * y_, e1 = high[kRowSlope] * y1_;
      if constexpr (kFixed) {
        e0 = Fma(low[kRowSlope], y_, low[kConstant]);
        e1 = Fma(high[kRowSlope], y1_, high[kConstant]);
      }
      polynomial.a = Lerp(t_, e0, e1);
      polynomial.b = Lerp(t_, low[kColumnSlope], high[kColumnSlope]);
      if constexpr (kSlope) {
        polynomial.slope_a = Fma(dt_, e1 - e0, Lerp(t_, low[kRowSlope], high[kRowSlope]));
        polynomial.slope_b = dt_ * (high[kColumnSlope] - low[kColumnSlope]);
      }
    }
    return polynomial;
  }

 private:
  const VF y_, y1_, t_, dt_;
};

// Step 3: stores the polynomials of a vector of cells. In: a and b of their left and right corners.
template <class Gradient>
HWY_INLINE void StorePolynomial(VF a, VF b, VF right_a, VF right_b, const PolynomialArrays& to,
                                int k) {
  const F32 d;
  hn::Store(a, d, to.a + k);
  if constexpr (Gradient::kLinear) {
    hn::Store(b, d, to.b + k);
    hn::Store(right_b - b, d, to.d + k);
    right_a = right_a - right_b;
  }
  hn::Store(right_a - a, d, to.c + k);
}

// Step 3 for all cells, in place. In: a and b of the corners, in polynomials.a and .b.
template <class Gradient>
HWY_INLINE void CornersToCells(const GridOctave& s, const PolynomialArrays& polynomials) {
  const F32 d;
  ForVectors(s.corner_stride == 1 ? s.columns.index_count : s.corner_stride, [&](int k) {
    const VF a = hn::Load(d, polynomials.a + k);
    const VF right_a = hn::LoadU(d, polynomials.a + k + s.corner_stride);
    VF b = a, right_b = a;
    if constexpr (Gradient::kLinear) {
      b = hn::Load(d, polynomials.b + k);
      right_b = hn::LoadU(d, polynomials.b + k + s.corner_stride);
    }
    StorePolynomial<Gradient>(a, b, right_a, right_b, polynomials, k);
  });
}

// Computes the cells' polynomials for the row of samples at `fraction` between the rows in s.terms.
template <class Gradient, bool kSlope, bool kFixed>
HWY_NOINLINE void MakePolynomials(const GridOctave& s, float fraction) {
  constexpr int kLinearTerms = kFixed ? 3 : 2;
  constexpr int kTerms = Gradient::kLinear ? kLinearTerms : 1;
  const F32 d;
  const RowBlend<Gradient, kSlope, kFixed> blend(fraction);
  ForVectors(s.columns.index_count, [&](int k) {
    VF low[kTerms], high[kTerms];
    for (int term = 0; term < kTerms; ++term) {
      low[term] = hn::Load(d, s.terms[0][term] + k);
      high[term] = hn::Load(d, s.terms[1][term] + k);
    }
    const CornerPolynomial corner = blend.Apply(low, high);
    hn::Store(corner.a, d, s.value.a + k);
    if constexpr (Gradient::kLinear) hn::Store(corner.b, d, s.value.b + k);
    if constexpr (kSlope) hn::Store(corner.slope_a, d, s.slope.a + k);
    if constexpr (kSlope && Gradient::kLinear) hn::Store(corner.slope_b, d, s.slope.b + k);
  });
  CornersToCells<Gradient>(s, s.value);
  if constexpr (kSlope) CornersToCells<Gradient>(s, s.slope);
}

// The same for columns with separate corners, in one pass without s.terms: the next row of samples
// is usually between other lattice rows, so storing the terms would not pay off. The axes must have
// the order of CornerTerm: column, row, fixed.
template <class Gradient, bool kSlope, int kDims>
HWY_NOINLINE void MakeSeparatePolynomials(const Octave& octave, const GridOctave& s, int32_t index,
                                          float fraction) {
  const GridAxes axes;
  const RowBlend<Gradient, kSlope, kDims == 3> blend(fraction);
  using Hasher = CornerHasher<Gradient, kDims>;
  const Hasher low(octave, axes, s, index);
  const Hasher high(octave, axes, s, NextIndex(index, octave.period[1]));
  const uint32_t* const hash_input = s.hash_input;
  const int width = s.corner_stride;
  ForVectors(width, [&](int k) {
    VU hashes[2][2][Hasher::kLayers];  // left and right, lower and upper
    for (int c = 0; c < 2; ++c) {
      const VU column = hn::LoadU(U32(), hash_input + c * width + k);
      low.EatIndices(column, hashes[c][0]);
      high.EatIndices(column, hashes[c][1]);
    }
    StartAvalanches<4 * Hasher::kLayers>(hashes[0][0]);
    CornerPolynomial corner[2];
    for (int c = 0; c < 2; ++c) {
      VF low_terms[3], high_terms[3];
      low.Terms(hashes[c][0], low_terms);
      high.Terms(hashes[c][1], high_terms);
      corner[c] = blend.Apply(low_terms, high_terms);
    }
    StorePolynomial<Gradient>(corner[0].a, corner[0].b, corner[1].a, corner[1].b, s.value, k);
    if constexpr (kSlope)
      StorePolynomial<Gradient>(corner[0].slope_a, corner[0].slope_b, corner[1].slope_a,
                                corner[1].slope_b, s.slope, k);
  });
}

// Computes the cells' polynomials in 1D, where there is only one lattice row: s.terms[0].
template <class Gradient>
HWY_INLINE void Make1DPolynomials(const GridOctave& s) {
  const F32 d;
  ForVectors(s.columns.index_count, [&](int k) {
    const VF x = hn::Load(d, s.terms[0][kColumnSlope] + k);
    hn::Store(Gradient::kLinear ? hn::Zero(d) : x, d, s.value.a + k);
    if constexpr (Gradient::kLinear) hn::Store(x, d, s.value.b + k);
  });
  CornersToCells<Gradient>(s, s.value);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
