// Voronoi noise a sample a lane: for rotated grids (affine frames) and for points anywhere.
#include "noise/math/vectors-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/voronoi/cells-inl.h"
#include "noise/voronoi/nearest-inl.h"
#include "noise/voronoi/voronoi.h"

#if defined(COBBLE_NOISE_VORONOI_POINTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_VORONOI_POINTS_INL_H_
#undef COBBLE_NOISE_VORONOI_POINTS_INL_H_
#else
#define COBBLE_NOISE_VORONOI_POINTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// A point's offsets, joined by the metric.
template <int kDims>
HWY_INLINE VF AccumulateAll(const AnyMetric& metric, const VF* offset) {
  VF accumulated = metric.First(offset[kDims - 1]);
  for (int a = kDims - 2; a >= 0; --a) accumulated = metric.Accumulate(offset[a], accumulated);
  return accumulated;
}

// The feature points around a vector of samples, their cells hashed as they are visited.
template <int kAxes>
class AnywhereSource {
 public:
  static constexpr int kDims = kAxes;

  HWY_INLINE AnywhereSource(const VoronoiArgs& args, const Octave& octave, const PointsScratch& s,
                            int k)
      : octave_(octave), metric_{args.metric}, jitter_(args.jitter) {
    for (int a = 0; a < kDims; ++a) {
      index_[a] = hn::Load(I32(), s.index[a] + k);
      fraction_[a] = hn::Load(F32(), s.fraction[a] + k);
    }
  }

  template <int kReach, class Body>
  HWY_INLINE void ForEachPoint(const Body& body) const {
    VF cell[kDims];
    ForEachOnAxis<kReach, 0>(hn::Set(U32(), octave_.seed), cell, body);
  }

 private:
  struct Candidate {
    const AnywhereSource& source;
    VU accumulator;
    int number;
    VF offset[kDims];

    HWY_INLINE VF Offset(int a) const { return offset[a]; }
    HWY_INLINE VF Accumulated() const { return AccumulateAll<kDims>(source.metric_, offset); }
    HWY_INLINE VF Id() const { return CellNumber(accumulator, number); }
  };

  // `cell`: the offset of the cell reached so far from the sample, by axis.
  template <int kReach, int kAxis, class Body>
  HWY_INLINE void ForEachOnAxis(VU accumulator, VF* cell, const Body& body) const {
    if constexpr (kAxis == kDims) {
      VF point[kCellPoints<kDims>][kDims];
      CellPoints<kDims>(Avalanche(accumulator), jitter_, point);
      for (int p = 0; p < kCellPoints<kDims>; ++p) {
        Candidate candidate{*this, accumulator, p, {}};
        for (int a = 0; a < kDims; ++a) candidate.offset[a] = cell[a] + point[p][a];
        body(candidate);
      }
    } else {
      for (int by = -kReach; by <= kReach; ++by) {
        const VI index = ShiftIndex(index_[kAxis], by, octave_.period[kAxis]);
        cell[kAxis] = Broadcast(static_cast<float>(by)) - fraction_[kAxis];
        ForEachOnAxis<kReach, kAxis + 1>(Eat(accumulator, hn::BitCast(U32(), index)), cell, body);
      }
    }
  }

  const Octave& octave_;
  const AnyMetric metric_;
  const float jitter_;
  VI index_[kDims];
  VF fraction_[kDims];
};

// The feature points around one cell, which vectors of samples inside it have in common.
template <int kDims>
struct CellAround {
  static constexpr int kMaxReach = 2;
  static constexpr int kPoints = kCellPoints<kDims>;
  static constexpr int Cells(int reach) {
    const int side = 2 * reach + 1;
    return kDims == 1 ? side : kDims == 2 ? side * side : side * side * side;
  }
  static constexpr int kRoom = (Cells(kMaxReach) + kPad - 1) / kPad * kPad;

  // Of the cells within a reach, in the order of neighbours.
  struct Table {
    bool is_made;
    uint32_t accumulator[kRoom];
    float point[kPoints][kDims][kRoom];  // where points lie in their cells
    float id[kPoints][kRoom];            // cell-id's numbers
  };

  bool is_known;
  int32_t index[kDims];
  Table tables[kMaxReach];  // by reach - 1

  void Forget() { is_known = false; }

  // Whether all samples of the vector from k on lie in one cell, which is then the known one.
  HWY_INLINE bool Holds(const PointsScratch& s, int k) {
    const I32 d;
    VI apart = hn::Zero(d);
    for (int a = 0; a < kDims; ++a)
      apart = hn::Or(apart, hn::Xor(hn::Load(d, s.index[a] + k), hn::Set(d, s.index[a][k])));
    if (!hn::AllTrue(d, apart == hn::Zero(d))) return false;
    for (int a = 0; a < kDims; ++a) {
      if (!is_known || index[a] != s.index[a][k]) tables[0].is_made = tables[1].is_made = false;
      index[a] = s.index[a][k];
    }
    is_known = true;
    return true;
  }

  // The points within a reach.
  template <int kReach>
  HWY_INLINE const Table& Points(const VoronoiArgs& args, const Octave& octave) {
    Table& table = tables[kReach - 1];
    if (!table.is_made) Make<kReach>(args, octave, table);
    return table;
  }

 private:
  template <int kReach>
  HWY_NOINLINE void Make(const VoronoiArgs& args, const Octave& octave, Table& table) const {
    int next = 0;
    ListCells<kReach, 0>(octave, octave.seed, table, &next);
    const F32 d;
    ForVectors(Cells(kReach), [&](int c) {
      const VU accumulator = hn::LoadU(U32(), table.accumulator + c);
      VF point[kPoints][kDims];
      CellPoints<kDims>(Avalanche(accumulator), args.jitter, point);
      for (int p = 0; p < kPoints; ++p) {
        for (int a = 0; a < kDims; ++a) hn::StoreU(point[p][a], d, table.point[p][a] + c);
        if (args.function == VoronoiFunction::kCellId)
          hn::StoreU(CellNumber(accumulator, p), d, table.id[p] + c);
      }
    });
    table.is_made = true;
  }

  // The accumulators of the cells, axis by axis.
  template <int kReach, int kAxis>
  void ListCells(const Octave& octave, uint32_t accumulator, Table& table, int* next) const {
    if constexpr (kAxis == kDims) {
      table.accumulator[(*next)++] = accumulator;
    } else {
      for (int by = -kReach; by <= kReach; ++by) {
        const int32_t shifted = ShiftIndex(index[kAxis], by, octave.period[kAxis]);
        ListCells<kReach, kAxis + 1>(octave, HashEat(accumulator, static_cast<uint32_t>(shifted)),
                                     table, next);
      }
    }
  }
};

// The points around a vector of samples that lie in one cell.
template <int kAxes>
class CellSource {
 public:
  static constexpr int kDims = kAxes;

  HWY_INLINE CellSource(const VoronoiArgs& args, const Octave& octave, CellAround<kDims>& cell,
                        const PointsScratch& s, int k)
      : args_(args), octave_(octave), cell_(cell) {
    for (int a = 0; a < kDims; ++a) fraction_[a] = hn::Load(F32(), s.fraction[a] + k);
  }

  template <int kReach, class Body>
  HWY_INLINE void ForEachPoint(const Body& body) const {
    const auto& table = cell_.template Points<kReach>(args_, octave_);
    VF by[kDims];
    int next = 0;
    ForEachOnAxis<kReach, 0>(table, by, &next, body);
  }

 private:
  struct Candidate {
    const AnyMetric metric;
    const float* id;
    VF offset[kDims];

    HWY_INLINE VF Offset(int a) const { return offset[a]; }
    HWY_INLINE VF Accumulated() const { return AccumulateAll<kDims>(metric, offset); }
    HWY_INLINE VF Id() const { return Broadcast(*id); }
  };

  // `by`: the offset of the cell reached so far from the sample, by axis.
  template <int kReach, int kAxis, class Table, class Body>
  HWY_INLINE void ForEachOnAxis(const Table& table, VF* by, int* next, const Body& body) const {
    if constexpr (kAxis == kDims) {
      const int c = (*next)++;
      for (int p = 0; p < cell_.kPoints; ++p) {
        Candidate candidate{{args_.metric}, table.id[p] + c, {}};
        for (int a = 0; a < kDims; ++a)
          candidate.offset[a] = by[a] + Broadcast(table.point[p][a][c]);
        body(candidate);
      }
    } else {
      for (int step = -kReach; step <= kReach; ++step) {
        by[kAxis] = Broadcast(static_cast<float>(step)) - fraction_[kAxis];
        ForEachOnAxis<kReach, kAxis + 1>(table, by, next, body);
      }
    }
  }

  const VoronoiArgs& args_;
  const Octave& octave_;
  CellAround<kDims>& cell_;
  VF fraction_[kDims];
};

template <class How, int kDimensions, int kSlopes>
struct VoronoiPoints : SplitByAxis<kDimensions> {
  using Args = VoronoiArgs;
  using Kept = CellAround<kDimensions>;
  static constexpr int kDims = kDimensions;

  static HWY_INLINE Jet<kSlopes> Make(const VoronoiArgs& args, const Octave& octave,
                                      const PointsScratch& s, int k, Kept& cell) {
    if (cell.Holds(s, k))
      return How::template Make<kSlopes>(args, CellSource<kDims>(args, octave, cell, s, k));
    return How::template Make<kSlopes>(args, AnywhereSource<kDims>(args, octave, s, k));
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
