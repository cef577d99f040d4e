// Sums of simplex noise's kernels, for some rows of a tile at once: each lattice point of a list is
// added to the columns that it reaches, point after point, always in one order of the points.
#include <algorithm>
#include <bit>
#include <cmath>

#include "noise/math/vectors-inl.h"
#include "noise/sampling/grid_axes.h"
#include "noise/simplex/list-inl.h"

#if defined(COBBLE_NOISE_SIMPLEX_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SIMPLEX_ROWS_INL_H_
#undef COBBLE_NOISE_SIMPLEX_ROWS_INL_H_
#else
#define COBBLE_NOISE_SIMPLEX_ROWS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// A row's sums, negated as the kernels are; of slopes, a sixth.
struct SplatSums {
  float* value;
  float* slope[3];
};

// One octave of a frame and a tile.
struct SplatOctave {
  bool splats;
  SplatSteps steps;
  int columns;         // the tile's
  int32_t* column[3];  // where they stand from the frame's origin
  PointList list;
  int64_t first_listed;  // the list's first row
  bool has_list;
  SplatSums sums[kMaxSplatRows];
  int64_t first_summed;  // the sums' first row
  bool has_sums;
};

// How many rows are summed up together: as many as registers hold.
template <int kSlopes, bool kGrid>
inline constexpr int kSplatRows = kGrid&& kSlopes == 0 ? kMaxSplatRows : 2;

// Rows from `row` on.
template <class Gradient, int kDims, int kSlopes, bool kGrid>
class RowSums {
 public:
  static constexpr int kRows = kSplatRows<kSlopes, kGrid>;

  RowSums(const Frame& frame, const Octave& octave, SplatOctave& s, int64_t row)
      : shape_(octave.period[0] != 0), s_(s), list_(s.list), row_(row) {
    const GridAxes axes = GridAxesOf(frame, kDims);
    if (kGrid) {
      varying_[0] = axes.column;
      fixed_[0] = axes.row;
      fixed_[1] = axes.fixed;
    }
    for (int r = 0; r < kRows; ++r)
      for (int a = 0; a < kDims; ++a)
        row_at_[r][a] = FixedOf(s.steps.At(a, 0, static_cast<double>(row + r)));
  }

  HWY_INLINE void Make() const {
    SeeRows();
    const int width = (s_.columns + kPad - 1) / kPad * kPad;
    for (int r = 0; r < kRows; ++r) {
      std::fill_n(s_.sums[r].value, width, 0.0f);
      for (int a = 0; a < kSlopes; ++a) std::fill_n(s_.sums[r].slope[a], width, 0.0f);
    }
    for (int first = 0; first < list_.count; first += 64) {
      uint64_t reaches = 0;
      ForVectors(std::min(64, list_.count - first), [&](int k) {
        const MF some = hn::RebindMask(F32(), hn::Load(I32(), list_.begin + first + k) <
                                                  hn::Load(I32(), list_.end + first + k));
        reaches |= BitsOf(some) << k;
      });
      for (; reaches != 0; reaches &= reaches - 1) Add(first + std::countr_zero(reaches));
    }
  }

 private:
  static constexpr int kVarying = kGrid ? 1 : kDims;
  static constexpr int kFixed = kDims - kVarying;

  // What does not depend on the column, a point a lane.
  HWY_NOINLINE void SeeRows() const {
    const F32 d;
    const I32 di;
    const SplatSteps& steps = s_.steps;
    double along = 0;
    for (int a = 0; a < kDims; ++a) along += steps.row[a] * steps.column[a];
    const double inverse = steps.square > 0 ? 1 / steps.square : 0;
    const VF drift = Broadcast(static_cast<float>(along * inverse));
    const VF per_unit =
        Broadcast(static_cast<float>(1.001 / std::max(std::sqrt(steps.square), 1e-30)));
    const VF zero = hn::Zero(d), columns = Broadcast(static_cast<float>(s_.columns));
    ForVectors(list_.count, [&](int k) {
      VF begin = columns, end = zero;
      for (int r = 0; r < kRows; ++r) {
        const VF below = Broadcast(static_cast<float>(row_ + r - s_.first_listed));
        const VF centre = Fma(below, hn::Neg(drift), hn::Load(d, list_.centre + k));
        const VF left = kGrid ? MakeRest(r, k) : LeftOf(k, centre, below);
        // Wider than it is by what rounding can take.
        const VF half = Fma(hn::Sqrt(hn::Max(left, zero)), per_unit,
                            Fma(hn::Abs(centre), Broadcast(1e-5f), Broadcast(0.01f)));
        const MF reaches = left > zero;
        begin = hn::IfThenElse(reaches, hn::Min(begin, centre - half), begin);
        end = hn::IfThenElse(reaches, hn::Max(end, centre + half), end);
      }
      hn::Store(hn::ConvertTo(di, hn::Max(begin, zero)), di, list_.begin + k);
      hn::Store(hn::ConvertTo(di, hn::Ceil(hn::Min(end, columns))), di, list_.end + k);
    });
    // The last vector may reach past the list.
    hn::StoreU(hn::Zero(di), di, list_.end + list_.count);
  }

  // Grid: the radius less the squares along the axes that do not follow the columns.
  HWY_INLINE VF MakeRest(int r, int k) const {
    const F32 d;
    VF rest = Broadcast(-shape_.radius);
    VF base = Gradient::kLinear ? hn::Zero(d) : hn::Load(d, list_.g[0] + k);
    for (int f = 0; f < kFixed; ++f) {
      const int a = fixed_[f];
      const VF offset = OffsetOf(hn::Set(I32(), row_at_[r][a]), hn::Load(I32(), list_.at[a] + k));
      rest = Fma(offset, offset, rest);
      if (Gradient::kLinear) base = Fma(hn::Load(d, list_.g[a] + k), offset, base);
      if (f == 0) hn::Store(offset, d, list_.offset[r] + k);
    }
    hn::Store(rest, d, list_.rest[r] + k);
    hn::Store(base, d, list_.base[r] + k);
    return hn::Neg(rest);
  }

  // Affine: the radius less the square of the distance to the row, about, and no less.
  HWY_INLINE VF LeftOf(int k, VF centre, VF below) const {
    VF left = Broadcast(shape_.radius + 1e-3f);
    for (int a = 0; a < kDims; ++a) {
      const VF first = hn::Load(F32(), list_.from[a] + k);
      const VF down = Fma(below, Broadcast(static_cast<float>(-s_.steps.row[a])), first);
      const VF across = Fma(centre, Broadcast(static_cast<float>(-s_.steps.column[a])), down);
      left = Fma(hn::Neg(across), across, left);
    }
    return left;
  }

  static HWY_INLINE VF OffsetOf(VI sample, VI point) {
    return hn::ConvertTo(F32(), sample - point) * Broadcast(kUnitOfFixed);
  }

  // What all samples of a row share of a point.
  struct RowTerms {
    VI at[kVarying];       // where the point stands, from the row's first column
    VF rest, base;         // the square of the offsets, less r, and the gradient's value, so far
    VF row_g, row_offset;  // of the axis that follows the rows; a sixth
  };

  HWY_INLINE RowTerms TermsOf(int p, int r) const {
    RowTerms terms;
    for (int v = 0; v < kVarying; ++v) {
      const int a = varying_[v];
      terms.at[v] = hn::Set(I32(), static_cast<int32_t>(static_cast<uint32_t>(list_.at[a][p]) -
                                                        static_cast<uint32_t>(row_at_[r][a])));
    }
    terms.rest = Broadcast(kGrid ? list_.rest[r][p] : -shape_.radius);
    terms.base = Broadcast(kGrid ? list_.base[r][p] : Gradient::kLinear ? 0.0f : list_.g[0][p]);
    if constexpr (kFollowsRows) {
      if constexpr (Gradient::kLinear) terms.row_g = SixthOf(fixed_[0], p);
      terms.row_offset = Broadcast(list_.offset[r][p]);
    }
    return terms;
  }

  HWY_INLINE VF SixthOf(int axis, int p) const { return Broadcast(list_.g[axis][p] * (1.0f / 6)); }

  // Adds a point's kernel, negated, to the samples that it reaches.
  HWY_INLINE void Add(int p) const {
    const int lanes = static_cast<int>(hn::Lanes(F32()));
    RowTerms terms[kRows];
    SplatSums sums[kRows];
    for (int r = 0; r < kRows; ++r) {
      terms[r] = TermsOf(p, r);
      sums[r] = s_.sums[r];
    }
    VF g[kVarying], sixth[kVarying];
    const int32_t* columns[kVarying];
    for (int v = 0; v < kVarying; ++v) {
      columns[v] = s_.column[varying_[v]];
      if constexpr (Gradient::kLinear) {
        g[v] = Broadcast(list_.g[varying_[v]][p]);
        sixth[v] = SixthOf(varying_[v], p);
      }
    }
    const int end = list_.end[p];
    for (int k = list_.begin[p] / lanes * lanes; k < end; k += lanes) {
      VF offset[kVarying];
      for (int r = 0; r < kRows; ++r) {
        // The rows of a grid have their columns in common.
        if (!kGrid || r == 0)
          for (int v = 0; v < kVarying; ++v)
            offset[v] = OffsetOf(hn::Load(I32(), columns[v] + k), terms[r].at[v]);
        AddTo(sums[r], k, terms[r], offset, g, sixth);
      }
    }
  }

  HWY_INLINE void AddTo(const SplatSums& sums, int k, const RowTerms& terms, const VF* offset,
                        const VF* g, const VF* sixth) const {
    VF beyond = terms.rest, e = terms.base;
    for (int v = 0; v < kVarying; ++v) {
      beyond = Fma(offset[v], offset[v], beyond);
      if (Gradient::kLinear) e = Fma(g[v], offset[v], e);
    }
    const NegatedKernel kernel(beyond, e);
    Add(kernel.t3, e, sums.value + k);
    if constexpr (kSlopes > 0) {
      for (int v = 0; v < kVarying; ++v) AddSlope(kernel, sixth[v], offset[v], sums.slope[v] + k);
      if constexpr (kFollowsRows)
        AddSlope(kernel, terms.row_g, terms.row_offset, sums.slope[1] + k);
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

  static constexpr bool kFollowsRows = kGrid && kSlopes > 1;

  const SimplexShape<kDims> shape_;
  const SplatOctave& s_;
  const PointList& list_;
  const int64_t row_;
  int varying_[3] = {0, 1, 2}, fixed_[2] = {1, 2};
  int32_t row_at_[kRows][3];
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
