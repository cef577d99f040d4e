// Sums simplex noise by splatting, a few rows of a tile at a time. Splatting loops over lattice
// points instead of samples and adds each point's kernel to all samples that it reaches. Points
// have the order of the list (list-inl.h), so all samples add in the same order in any tile.
//
// Notation: d = sample - lattice point, R = the kernels' radius, and ramp(d) = g . d for gradients
// or the constant g for values. One point contributes the kernel
//     K(d) = max(0, R^2 - |d|^2)^3 ramp(d).
// The sums take the fewest operations with this sign and scale, where t = min(|d|^2 - R^2, 0) is
// negative inside the kernel:
//     -K         = t^3 ramp
//     -dK/dx / 6 = t^2 ramp d_x + t^3 g_x / 6     (g_x = 0 for values)
// So the sums hold -noise ("neg_value") and -slope / 6 ("neg_slope_6th"); AddSplatSums in
// frames-inl.h multiplies them by -1 and -6.
//
// In each row, a point reaches the columns on the chord that the kernel cuts from the row:
//
//              . - ~ - .
//   --------.'-----+-----`.--------   a row of samples
//    begin /       |h      \ end      h: distance from the point to the row
//         |        * point  |         half_chord^2 = R^2 - h^2
//          \               /          nearest: the column at the +, the foot of the perpendicular
//            ` .       . '
//                ` - '
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>

#include "noise/math/vectors-inl.h"
#include "noise/sampling/grid_axes.h"
#include "noise/simplex/list-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// One row of sums. Slopes: on grids [0] is along the column axis and [1] along the row axis
// (grid_axes.h); on affine frames [a] is along axis a.
struct SplatSums {
  float* neg_value;
  float* neg_slope_6th[3];
};

struct SplatOctave {
  bool uses_splats;  // false: the octave is evaluated sample by sample
  LatticeFrame lattice_frame;
  int columns;                  // of the tile
  int32_t* column_position[3];  // fixed point, relative to column 0 of the frame
  PointList list;
  int64_t list_first_row;
  bool has_list;
  SplatSums sums[kMaxSplatRows];
  int64_t sums_first_row;
  bool has_sums;
};

// The number of rows that are summed together, limited by the number of vector registers.
template <int kSlopes, bool kGrid>
inline constexpr int kSplatRows = kGrid&& kSlopes == 0 ? kMaxSplatRows : 2;

// Fills s.sums with kRows rows, starting at `row`. The list must cover them.
template <class Gradient, int kDims, int kSlopes, bool kGrid>
class RowSplatter {
 public:
  static constexpr int kRows = kSplatRows<kSlopes, kGrid>;

  RowSplatter(const Frame& frame, const Octave& octave, SplatOctave& s, int64_t row)
      : shape_(IsTiled<kDims>(octave)), s_(s), list_(s.list), row_(row) {
    const GridAxes axes = GridAxesOf(frame, kDims);
    if (kGrid) {
      varying_axes_[0] = axes.column;
      constant_axes_[0] = axes.row;
      constant_axes_[1] = axes.fixed;
    }
    for (int r = 0; r < kRows; ++r)
      for (int a = 0; a < kDims; ++a)
        row_position_[r][a] = ToFixed(s.lattice_frame.At(a, 0, static_cast<double>(row + r)));
  }

  HWY_INLINE void Run() const {
    FindReachedColumns();
    const int width = Padded(s_.columns);
    for (int r = 0; r < kRows; ++r) {
      std::fill_n(s_.sums[r].neg_value, width, 0.0f);
      for (int a = 0; a < kSlopes; ++a) std::fill_n(s_.sums[r].neg_slope_6th[a], width, 0.0f);
    }
    // Culls points that reach no column of these rows: one bit per point, 64 points at a time.
    for (int first = 0; first < list_.count; first += 64) {
      uint64_t reaching = 0;
      ForVectors(std::min(64, list_.count - first), [&](int k) {
        const MF non_empty = hn::RebindMask(F32(), hn::Load(I32(), list_.begin + first + k) <
                                                       hn::Load(I32(), list_.end + first + k));
        reaching |= BitsOf(non_empty) << k;
      });
      for (; reaching != 0; reaching &= reaching - 1) Splat(first + std::countr_zero(reaching));
    }
  }

 private:
  // Along a row of a grid, only one coordinate varies; on an affine frame, all may vary.
  static constexpr int kVarying = kGrid ? 1 : kDims;
  static constexpr int kConstant = kDims - kVarying;
  // Whether there is a slope along a constant axis: the row axis.
  static constexpr bool kHasRowSlope = kGrid && kSlopes > 1;

  // Fills list_.begin and list_.end with the range of columns that each point reaches in any row,
  // one point per lane. On grids, also stores the partial sums over the constant axes.
  HWY_NOINLINE void FindReachedColumns() const {
    const F32 d;
    const I32 di;
    const LatticeFrame& f = s_.lattice_frame;
    double row_dot_column = 0;
    for (int a = 0; a < kDims; ++a) row_dot_column += f.row[a] * f.column[a];
    const double inverse = f.column_squared > 0 ? 1 / f.column_squared : 0;
    // From one row to the next, the nearest column moves back by this much.
    const VF drift = Broadcast(static_cast<float>(row_dot_column * inverse));
    const VF columns_per_unit =
        Broadcast(static_cast<float>(1.001 / std::max(std::sqrt(f.column_squared), 1e-30)));
    const VF zero = hn::Zero(d), columns = Broadcast(static_cast<float>(s_.columns));
    ForVectors(list_.count, [&](int k) {
      VF begin = columns, end = zero;
      for (int r = 0; r < kRows; ++r) {
        const VF rows_below = Broadcast(static_cast<float>(row_ + r - s_.list_first_row));
        const VF nearest = Fma(rows_below, hn::Neg(drift), hn::Load(d, list_.nearest_column + k));
        const VF half_chord_squared =
            kGrid ? MakeRowPartials(r, k) : HalfChordSquared(k, nearest, rows_below);
        // Widened by more than the possible rounding error.
        const VF half_chord = Fma(hn::Sqrt(hn::Max(half_chord_squared, zero)), columns_per_unit,
                                  Fma(hn::Abs(nearest), Broadcast(1e-5f), Broadcast(0.01f)));
        const MF reaches = half_chord_squared > zero;
        begin = hn::IfThenElse(reaches, hn::Min(begin, nearest - half_chord), begin);
        end = hn::IfThenElse(reaches, hn::Max(end, nearest + half_chord), end);
      }
      hn::Store(hn::ConvertTo(di, hn::Max(begin, zero)), di, list_.begin + k);
      hn::Store(hn::ConvertTo(di, hn::Ceil(hn::Min(end, columns))), di, list_.end + k);
    });
    // Empty ranges for the padding, which Run reads when the last vector is not full.
    hn::StoreU(hn::Zero(di), di, list_.end + list_.count);
  }

  // Grid: stores row r's partial sums over constant axes for the points at k. Returns R^2 - h^2.
  HWY_INLINE VF MakeRowPartials(int r, int k) const {
    const F32 d;
    VF excess = Broadcast(-shape_.radius_squared);
    VF ramp = Gradient::kLinear ? hn::Zero(d) : hn::Load(d, list_.g[0] + k);
    for (int c = 0; c < kConstant; ++c) {
      const int a = constant_axes_[c];
      const VF offset = FixedDifference(hn::Set(I32(), row_position_[r][a]),
                                        hn::Load(I32(), list_.position[a] + k));
      excess = Fma(offset, offset, excess);
      if (Gradient::kLinear) ramp = Fma(hn::Load(d, list_.g[a] + k), offset, ramp);
      if (c == 0) hn::Store(offset, d, list_.row_offset[r] + k);
    }
    hn::Store(excess, d, list_.partial_excess[r] + k);
    hn::Store(ramp, d, list_.partial_ramp[r] + k);
    return hn::Neg(excess);
  }

  // Affine: returns an upper bound on R^2 - h^2.
  HWY_INLINE VF HalfChordSquared(int k, VF nearest, VF rows_below) const {
    VF result = Broadcast(shape_.radius_squared + 1e-3f);
    for (int a = 0; a < kDims; ++a) {
      const VF at_corner = hn::Load(F32(), list_.from_corner[a] + k);
      const VF at_row_start =
          Fma(rows_below, Broadcast(static_cast<float>(-s_.lattice_frame.row[a])), at_corner);
      // The component along axis a of the perpendicular from the row to the point.
      const VF h =
          Fma(nearest, Broadcast(static_cast<float>(-s_.lattice_frame.column[a])), at_row_start);
      result = Fma(hn::Neg(h), h, result);
    }
    return result;
  }

  // Returns sample - point in lattice units, from fixed-point positions.
  static HWY_INLINE VF FixedDifference(VI sample, VI point) {
    return hn::ConvertTo(F32(), sample - point) * Broadcast(kFixedUlp);
  }

  // The terms of one point that all samples of a row share.
  struct RowTerms {
    VI point[kVarying];        // the point's position relative to the row's column 0; fixed point
    VF excess, ramp;           // |d|^2 - R^2 and ramp(d), summed over the constant axes so far
    VF row_g_6th, row_offset;  // g / 6 and d along the row axis
  };

  HWY_INLINE RowTerms TermsOf(int p, int r) const {
    RowTerms terms;
    for (int v = 0; v < kVarying; ++v) {
      const int a = varying_axes_[v];
      terms.point[v] =
          hn::Set(I32(), static_cast<int32_t>(static_cast<uint32_t>(list_.position[a][p]) -
                                              static_cast<uint32_t>(row_position_[r][a])));
    }
    terms.excess = Broadcast(kGrid ? list_.partial_excess[r][p] : -shape_.radius_squared);
    float ramp = 0;
    if constexpr (kGrid) {
      ramp = list_.partial_ramp[r][p];
    } else if constexpr (!Gradient::kLinear) {
      ramp = list_.g[0][p];
    }
    terms.ramp = Broadcast(ramp);
    if constexpr (kHasRowSlope) {
      if constexpr (Gradient::kLinear) terms.row_g_6th = Gradient6th(constant_axes_[0], p);
      terms.row_offset = Broadcast(list_.row_offset[r][p]);
    }
    return terms;
  }

  HWY_INLINE VF Gradient6th(int axis, int p) const {
    return Broadcast(list_.g[axis][p] * (1.0f / 6));
  }

  // Subtracts point p's kernel from the sums of the samples that it reaches, in all rows.
  HWY_INLINE void Splat(int p) const {
    const int lanes = static_cast<int>(hn::Lanes(F32()));
    RowTerms terms[kRows];
    SplatSums sums[kRows];
    for (int r = 0; r < kRows; ++r) {
      terms[r] = TermsOf(p, r);
      sums[r] = s_.sums[r];
    }
    VF g[kVarying], g_6th[kVarying];
    const int32_t* columns[kVarying];
    for (int v = 0; v < kVarying; ++v) {
      columns[v] = s_.column_position[varying_axes_[v]];
      if constexpr (Gradient::kLinear) {
        g[v] = Broadcast(list_.g[varying_axes_[v]][p]);
        g_6th[v] = Gradient6th(varying_axes_[v], p);
      }
    }
    const int end = list_.end[p];
    for (int k = list_.begin[p] / lanes * lanes; k < end; k += lanes) {
      VF offset[kVarying];
      for (int r = 0; r < kRows; ++r) {
        // On a grid the offsets along the column axis are the same for all rows.
        if (!kGrid || r == 0)
          for (int v = 0; v < kVarying; ++v)
            offset[v] = FixedDifference(hn::Load(I32(), columns[v] + k), terms[r].point[v]);
        SplatVector(sums[r], k, terms[r], offset, g, g_6th);
      }
    }
  }

  // The same for one row and the vector of columns that starts at k.
  HWY_INLINE void SplatVector(const SplatSums& sums, int k, const RowTerms& terms, const VF* offset,
                              const VF* g, const VF* g_6th) const {
    VF excess = terms.excess, ramp = terms.ramp;
    for (int v = 0; v < kVarying; ++v) {
      excess = Fma(offset[v], offset[v], excess);
      if (Gradient::kLinear) ramp = Fma(g[v], offset[v], ramp);
    }
    const NegatedKernel kernel(excess, ramp);
    AddProduct(kernel.t3, ramp, sums.neg_value + k);
    if constexpr (kSlopes > 0) {
      for (int v = 0; v < kVarying; ++v)
        AddSlope(kernel, g_6th[v], offset[v], sums.neg_slope_6th[v] + k);
      if constexpr (kHasRowSlope)
        AddSlope(kernel, terms.row_g_6th, terms.row_offset, sums.neg_slope_6th[1] + k);
    }
  }

  static HWY_INLINE void AddProduct(VF a, VF b, float* sum) {
    const F32 d;
    hn::Store(Fma(a, b, hn::Load(d, sum)), d, sum);
  }

  static HWY_INLINE void AddSlope(const NegatedKernel& kernel, VF g_6th, VF offset, float* sum) {
    const F32 d;
    VF slope = hn::Load(d, sum);
    if constexpr (Gradient::kLinear) slope = Fma(kernel.t3, g_6th, slope);
    hn::Store(Fma(kernel.t2_ramp, offset, slope), d, sum);
  }

  const SimplexShape<kDims> shape_;
  const SplatOctave& s_;
  const PointList& list_;
  const int64_t row_;
  int varying_axes_[3] = {0, 1, 2}, constant_axes_[2] = {1, 2};
  int32_t row_position_[kRows][3];  // of column 0 of the frame, fixed point
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
