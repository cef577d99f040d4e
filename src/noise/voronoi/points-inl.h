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
  static constexpr int kReach = 2;  // of functions of all points, in cells
  static constexpr int kPoints = kPointsPerCell<kDims>;
  static constexpr int kCells = CellsAround<kDims>(kReach), kCapacity = Padded(kCells);

  bool is_valid;
  int32_t index[kDims];
  // Positions within their cells, 0..1, in the order in which ForEachPoint visits the cells.
  float point[kPoints][kDims][kCapacity];

  // Moves to the cell of the vector of samples at k. Returns false if there are several cells.
  HWY_INLINE bool TryMoveTo(const PointsScratch& s, int k, const VoronoiArgs& args,
                            const Octave& octave) {
    const I32 d;
    VI differs = hn::Zero(d);
    for (int a = 0; a < kDims; ++a)
      differs = hn::Or(differs, hn::Xor(hn::Load(d, s.index[a] + k), hn::Set(d, s.index[a][k])));
    if (!hn::AllTrue(d, differs == hn::Zero(d))) return false;
    bool is_here = is_valid;
    for (int a = 0; a < kDims; ++a) is_here = is_here && index[a] == s.index[a][k];
    if (is_here) return true;
    for (int a = 0; a < kDims; ++a) index[a] = s.index[a][k];
    Fill(args, octave);
    return is_valid = true;
  }

 private:
  HWY_NOINLINE void Fill(const VoronoiArgs& args, const Octave& octave) {
    uint32_t accumulators[kCapacity] = {};
    uint32_t* end = accumulators;
    ListCells<0>(octave, octave.seed, &end);
    ForVectors(kCells, [&](int c) {
      const VU accumulator = hn::LoadU(U32(), accumulators + c);
      VF at[kPoints][kDims];
      PointsInCell<kDims>(Avalanche(accumulator), args.jitter, at);
      for (int p = 0; p < kPoints; ++p)
        for (int a = 0; a < kDims; ++a) hn::StoreU(at[p][a], F32(), point[p][a] + c);
    });
  }

  // Appends the accumulators of the cells, axis by axis.
  template <int kAxis>
  void ListCells(const Octave& octave, uint32_t accumulator, uint32_t** end) const {
    if constexpr (kAxis == kDims) {
      *(*end)++ = accumulator;
    } else {
      for (int shift = -kReach; shift <= kReach; ++shift) {
        const int32_t shifted = ShiftIndex(index[kAxis], shift, octave.period[kAxis]);
        ListCells<kAxis + 1>(octave, HashEat(accumulator, static_cast<uint32_t>(shifted)), end);
      }
    }
  }
};

// The Source (nearest-inl.h) of samples in one cell.
template <int kAxes>
class SharedCellSource {
 public:
  static constexpr int kDims = kAxes;

  HWY_INLINE SharedCellSource(const CellNeighbourhood<kDims>& neighbourhood, const PointsScratch& s,
                              int k)
      : neighbourhood_(neighbourhood) {
    for (int a = 0; a < kDims; ++a) fraction_[a] = hn::Load(F32(), s.fraction[a] + k);
  }

  // In: the reach of the neighbourhood.
  template <class Body>
  HWY_INLINE void ForEachPoint(int, const Body& body) const {
    VF corner[kDims];
    int next = 0;
    ForEachOnAxis<0>(corner, &next, body);
  }

 private:
  struct Candidate {
    VF offset[kDims];

    HWY_INLINE VF Offset(int a) const { return offset[a]; }
    HWY_INLINE VF Accumulated() const { return AccumulateAll<kDims>(SquareMetric(), offset); }
  };

  // As in LaneSource.
  template <int kAxis, class Body>
  HWY_INLINE void ForEachOnAxis(VF* corner, int* next, const Body& body) const {
    if constexpr (kAxis == kDims) {
      const int c = (*next)++;
      for (const auto& point : neighbourhood_.point) {
        Candidate candidate;
        for (int a = 0; a < kDims; ++a) candidate.offset[a] = corner[a] + Broadcast(point[a][c]);
        body(candidate);
      }
    } else {
      constexpr int kReach = CellNeighbourhood<kDims>::kReach;
      for (int step = -kReach; step <= kReach; ++step) {
        corner[kAxis] = Broadcast(static_cast<float>(step)) - fraction_[kAxis];
        ForEachOnAxis<kAxis + 1>(corner, next, body);
      }
    }
  }

  const CellNeighbourhood<kDims>& neighbourhood_;
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
    if (neighbourhood.TryMoveTo(s, k, args, octave))
      return Function::template Evaluate<kSlopes>(args,
                                                  SharedCellSource<kDims>(neighbourhood, s, k));
    return Function::template Evaluate<kSlopes>(
        args, LaneSource<kDims, SquareMetric>(args, octave, SquareMetric(), s, k));
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
