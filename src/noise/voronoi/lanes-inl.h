// Voronoi noise with one sample per lane: each lane hashes the cells around its sample.
#pragma once

#include "noise/math/metric-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/voronoi/cells-inl.h"
#include "noise/voronoi/voronoi.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Accumulates all offsets of a point, from the last axis to the first.
template <int kDims, class MetricType>
HWY_INLINE VF AccumulateAll(const MetricType& metric, const VF* offset) {
  VF accumulated = metric.First(offset[kDims - 1]);
  for (int a = kDims - 2; a >= 0; --a) accumulated = metric.Accumulate(offset[a], accumulated);
  return accumulated;
}

// The Source (nearest-inl.h) of a vector of samples: hashes the cells on every enumeration.
template <int kAxes, class MetricType>
class LaneSource {
 public:
  static constexpr int kDims = kAxes;

  // In: samples, as for LoadCells.
  template <class Samples>
  HWY_INLINE LaneSource(const VoronoiArgs& args, const Octave& octave, const MetricType& metric,
                        const PointsScratch& s, Samples samples)
      : args_(args), octave_(octave), metric_(metric) {
    LoadCells<kDims>(s, samples, index_, fraction_);
  }

  template <class Body>
  HWY_INLINE void ForEachPoint(int reach, const Body& body) const {
    VF corner[kDims];
    ForEachOnAxis<0>(reach, hn::Set(U32(), octave_.seed), corner, body);
  }

  // The same for the 2^n cells nearest to each sample: on each axis, its cell and the nearer
  // neighbour. In: `table` may hold them, and is moved if that pays off.
  template <class Table, class Body>
  HWY_INLINE void ForEachNearPoint(Table& table, const Body& body) const {
    const I32 d;
    VI first[kDims];
    NearCells cells;
    for (int a = 0; a < kDims; ++a) {
      const auto is_lower = hn::RebindMask(d, fraction_[a] < Broadcast(0.5f));
      const VI shift = hn::VecFromMask(d, is_lower);  // -1 or 0
      const VF corner = hn::ConvertTo(F32(), shift);
      first[a] = index_[a] + shift;
      cells.corner[a][0] = corner - fraction_[a];
      cells.corner[a][1] = (corner + Broadcast(1)) - fraction_[a];
    }
    VF corner[kDims];
    if constexpr (Table::kPaysOff) {
      VI entry;
      if (table.FindOrMove(first, args_, octave_, &entry)) {
        ForEachInTable<0>(table, cells, entry, corner, body);
        return;
      }
    }
    for (int a = 0; a < kDims; ++a) {
      const int64_t period = octave_.period[a];
      if (period != 0)
        first[a] = hn::IfThenElse(first[a] < hn::Zero(d),
                                  hn::Set(d, static_cast<int32_t>(period - 1)), first[a]);
      cells.index[a][0] = hn::BitCast(U32(), first[a]);
      cells.index[a][1] = hn::BitCast(U32(), NextIndex(first[a], period));
    }
    ForEachNearOnAxis<0>(cells, hn::Set(U32(), octave_.seed), corner, body);
  }

  // Returns a lower bound on the distance to the points of all other cells, along one axis.
  HWY_INLINE VF GapBeyondNearCells() const {
    VF gap = Broadcast(1);
    for (const VF& fraction : fraction_)
      gap = hn::Min(gap, hn::Max(fraction, Broadcast(1) - fraction));
    return gap - Broadcast(0x1p-20f);  // a margin for rounding
  }

  // The same to the points outside the 3^n cells around each sample.
  HWY_INLINE VF GapBeyondCells() const {
    VF gap = Broadcast(1);
    for (const VF& fraction : fraction_)
      gap = hn::Min(gap, hn::Min(fraction, Broadcast(1) - fraction));
    return gap + Broadcast(1 - 0x1p-20f);
  }

 private:
  struct Candidate {
    const LaneSource& source;
    VU accumulator;
    int number;
    VF offset[kDims];

    HWY_INLINE VF Offset(int a) const { return offset[a]; }
    HWY_INLINE VF Accumulated() const { return AccumulateAll<kDims>(source.metric_, offset); }
    HWY_INLINE VF Carried() const {
      const int axis = source.args_.offset_axis();
      return axis < 0 ? CellIdOf(accumulator, number) : OffsetAlong(offset, axis);
    }
  };

  // The 2^n nearest cells by axis: lattice index, and the lower corner's offset from the sample.
  struct NearCells {
    VU index[kDims][2];
    VF corner[kDims][2];
  };

  // Loops over the cells along kAxis and later axes. `corner`: the offset of the current cell's
  // lower corner from the sample, along earlier axes.
  template <int kAxis, class Body>
  HWY_INLINE void ForEachOnAxis(int reach, VU accumulator, VF* corner, const Body& body) const {
    if constexpr (kAxis == kDims) {
      ForEachInCell(accumulator, corner, body);
    } else {
      for (int shift = -reach; shift <= reach; ++shift) {
        const VI index = ShiftIndex(index_[kAxis], shift, octave_.period[kAxis]);
        corner[kAxis] = Broadcast(static_cast<float>(shift)) - fraction_[kAxis];
        ForEachOnAxis<kAxis + 1>(reach, Eat(accumulator, hn::BitCast(U32(), index)), corner, body);
      }
    }
  }

  // The same for the nearest cells.
  template <int kAxis, class Body>
  HWY_INLINE void ForEachNearOnAxis(const NearCells& cells, VU accumulator, VF* corner,
                                    const Body& body) const {
    if constexpr (kAxis == kDims) {
      ForEachInCell(accumulator, corner, body);
    } else {
      for (int side = 0; side < 2; ++side) {
        corner[kAxis] = cells.corner[kAxis][side];
        ForEachNearOnAxis<kAxis + 1>(cells, Eat(accumulator, cells.index[kAxis][side]), corner,
                                     body);
      }
    }
  }

  // The same for cells in a table. In: the entry of the first of them.
  template <int kAxis, class Table, class Body>
  HWY_INLINE void ForEachInTable(const Table& table, const NearCells& cells, VI entry, VF* corner,
                                 const Body& body) const {
    if constexpr (kAxis == kDims) {
      VF point[kPointsPerCell<kDims>][kDims];
      table.Get(entry, point);
      ForEachIn(point, hn::Zero(U32()), corner, body);
    } else {
      corner[kAxis] = cells.corner[kAxis][0];
      ForEachInTable<kAxis + 1>(table, cells, entry, corner, body);
      corner[kAxis] = cells.corner[kAxis][1];
      ForEachInTable<kAxis + 1>(table, cells, entry + hn::Set(I32(), Table::Stride(kAxis)), corner,
                                body);
    }
  }

  template <class Body>
  HWY_INLINE void ForEachInCell(VU accumulator, const VF* corner, const Body& body) const {
    VF point[kPointsPerCell<kDims>][kDims];
    PointsInCell<kDims>(Avalanche(accumulator), args_.jitter, point);
    ForEachIn(point, accumulator, corner, body);
  }

  template <class Body>
  HWY_INLINE void ForEachIn(const VF (*point)[kDims], VU accumulator, const VF* corner,
                            const Body& body) const {
    for (int p = 0; p < kPointsPerCell<kDims>; ++p) {
      Candidate candidate{*this, accumulator, p, {}};
      for (int a = 0; a < kDims; ++a) candidate.offset[a] = corner[a] + point[p][a];
      body(candidate);
    }
  }

  const VoronoiArgs& args_;
  const Octave& octave_;
  const MetricType metric_;
  VI index_[kDims];
  VF fraction_[kDims];
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
