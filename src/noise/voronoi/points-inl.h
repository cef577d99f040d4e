// Voronoi noise at arbitrary positions, for functions of all points (lse), which exist for the
// Euclidean metric only. A vector of samples in one cell shares a table of the points around that
// cell; otherwise each lane hashes its own cells.
#pragma once

#include "noise/math/vectors-inl.h"
#include "noise/sampling/points-inl.h"
#include "noise/sampling/typed_kernel-inl.h"
#include "noise/voronoi/cells-inl.h"
#include "noise/voronoi/lanes-inl.h"
#include "noise/voronoi/nearest-inl.h"
#include "noise/voronoi/voronoi.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// The feature points around one cell, computed once for all vectors of samples inside that cell.
template <int kDims>
struct CellNeighbourhood {
  static constexpr int kMaxReach = kMaxVoronoiReach;
  static constexpr int kPoints = kPointsPerCell<kDims>;
  static constexpr int Cells(int reach) { return CellsAround<kDims>(reach); }
  static constexpr int kCapacity = Padded(Cells(kMaxReach));

  // The cells within a reach, in the order in which ForEachPoint visits them.
  struct Table {
    bool is_filled;
    uint32_t accumulator[kCapacity];
    float point[kPoints][kDims][kCapacity];  // positions within their cells, 0..1
  };

  bool is_valid;
  int32_t index[kDims];
  Table tables[kMaxReach];  // by reach - 1

  // Moves to the cell of the vector of samples at k. Returns false if there are several cells.
  HWY_INLINE bool TryMoveTo(const PointsScratch& s, int k) {
    const I32 d;
    VI differs = hn::Zero(d);
    for (int a = 0; a < kDims; ++a)
      differs = hn::Or(differs, hn::Xor(hn::Load(d, s.index[a] + k), hn::Set(d, s.index[a][k])));
    if (!hn::AllTrue(d, differs == hn::Zero(d))) return false;
    for (int a = 0; a < kDims; ++a) {
      if (!is_valid || index[a] != s.index[a][k])
        for (Table& table : tables) table.is_filled = false;
      index[a] = s.index[a][k];
    }
    is_valid = true;
    return true;
  }

  // Returns the points within `reach` cells of the current cell; computes them on first use.
  HWY_INLINE const Table& Points(int reach, const VoronoiArgs& args, const Octave& octave) {
    Table& table = tables[reach - 1];
    if (!table.is_filled) Fill(reach, args, octave, table);
    return table;
  }

 private:
  HWY_NOINLINE void Fill(int reach, const VoronoiArgs& args, const Octave& octave,
                         Table& table) const {
    int next = 0;
    ListCells<0>(reach, octave, octave.seed, table, &next);
    const F32 d;
    ForVectors(Cells(reach), [&](int c) {
      const VU accumulator = hn::LoadU(U32(), table.accumulator + c);
      VF point[kPoints][kDims];
      PointsInCell<kDims>(Avalanche(accumulator), args.jitter, point);
      for (int p = 0; p < kPoints; ++p)
        for (int a = 0; a < kDims; ++a) hn::StoreU(point[p][a], d, table.point[p][a] + c);
    });
    table.is_filled = true;
  }

  // Computes the accumulators of the cells, axis by axis.
  template <int kAxis>
  void ListCells(int reach, const Octave& octave, uint32_t accumulator, Table& table,
                 int* next) const {
    if constexpr (kAxis == kDims) {
      table.accumulator[(*next)++] = accumulator;
    } else {
      for (int shift = -reach; shift <= reach; ++shift) {
        const int32_t shifted = ShiftIndex(index[kAxis], shift, octave.period[kAxis]);
        ListCells<kAxis + 1>(reach, octave, HashEat(accumulator, static_cast<uint32_t>(shifted)),
                             table, next);
      }
    }
  }
};

// The Source (nearest-inl.h) of samples in one cell.
template <int kAxes>
class SharedCellSource {
 public:
  static constexpr int kDims = kAxes;

  HWY_INLINE SharedCellSource(const VoronoiArgs& args, const Octave& octave,
                              CellNeighbourhood<kDims>& neighbourhood, const PointsScratch& s,
                              int k)
      : args_(args), octave_(octave), neighbourhood_(neighbourhood) {
    for (int a = 0; a < kDims; ++a) fraction_[a] = hn::Load(F32(), s.fraction[a] + k);
  }

  template <class Body>
  HWY_INLINE void ForEachPoint(int reach, const Body& body) const {
    const auto& table = neighbourhood_.Points(reach, args_, octave_);
    VF corner[kDims];
    int next = 0;
    ForEachOnAxis<0>(reach, table, corner, &next, body);
  }

 private:
  struct Candidate {
    VF offset[kDims];

    HWY_INLINE VF Offset(int a) const { return offset[a]; }
    HWY_INLINE VF Accumulated() const { return AccumulateAll<kDims>(SquareMetric(), offset); }
  };

  // As in LaneSource.
  template <int kAxis, class Table, class Body>
  HWY_INLINE void ForEachOnAxis(int reach, const Table& table, VF* corner, int* next,
                                const Body& body) const {
    if constexpr (kAxis == kDims) {
      const int c = (*next)++;
      for (int p = 0; p < neighbourhood_.kPoints; ++p) {
        Candidate candidate;
        for (int a = 0; a < kDims; ++a)
          candidate.offset[a] = corner[a] + Broadcast(table.point[p][a][c]);
        body(candidate);
      }
    } else {
      for (int step = -reach; step <= reach; ++step) {
        corner[kAxis] = Broadcast(static_cast<float>(step)) - fraction_[kAxis];
        ForEachOnAxis<kAxis + 1>(reach, table, corner, next, body);
      }
    }
  }

  const VoronoiArgs& args_;
  const Octave& octave_;
  CellNeighbourhood<kDims>& neighbourhood_;
  VF fraction_[kDims];
};

// The Strategy (typed_kernel-inl.h).
template <class Function, int kDims, int kSlopes>
struct VoronoiPoints {
  using Args = VoronoiArgs;
  struct State {
    PointsScratch points;
    CellNeighbourhood<kDims>* neighbourhood;  // of the current octave
  };
  static constexpr int kMaxColumns = kShortRun;

  static void LayOut(const Args&, const Frame&, int, Scratch& scratch, State& state) {
    state.points = LayOutPoints(kDims, scratch);
    state.neighbourhood = scratch.Take<CellNeighbourhood<kDims>>(1);
  }

  static void Prepare(const Args&, const Frame&, const Tile&, State&) {}

  static HWY_INLINE void Run(const Args& args, const Frame& frame, const cobble::Run& run,
                             const State& state, const Slot& slot) {
    const PointsScratch s = state.points;  // a copy, so that stores of samples cannot alias it
    const double* q[kDims];
    for (int a = 0; a < kDims; ++a) q[a] = RunPositions(frame, run, a, s.q[a]);
    for (const Octave& octave : args.octaves) {
      SplitByAxis<kDims>(octave, q, run.n, s);
      state.neighbourhood->is_valid = false;
      const bool is_first = &octave == &args.octaves.front();
      ForVectors(run.n, [&](int k) {
        AddContribution(octave, JetAt(args, octave, s, k, *state.neighbourhood), is_first, slot, k);
      });
    }
  }

 private:
  static HWY_INLINE Jet<kSlopes> JetAt(const Args& args, const Octave& octave,
                                       const PointsScratch& s, int k,
                                       CellNeighbourhood<kDims>& neighbourhood) {
    if (neighbourhood.TryMoveTo(s, k))
      return Function::template Evaluate<kSlopes>(
          args, SharedCellSource<kDims>(args, octave, neighbourhood, s, k));
    return Function::template Evaluate<kSlopes>(
        args, LaneSource<kDims, SquareMetric>(args, octave, SquareMetric(), s, k));
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
