// Voronoi noise at arbitrary positions, for functions of nearby points, edge and poly: the three
// ways to search of sampling/groups-inl.h. These functions exist for the Euclidean metric only.
//
// How far away points matter is only known with the result. So a search takes the points within a
// distance that is enough for most samples, then checks whether it was.
#pragma once

#include "noise/math/metric-inl.h"
#include "noise/sampling/groups-inl.h"
#include "noise/voronoi/groups-inl.h"
#include "noise/voronoi/lanes-inl.h"
#include "noise/voronoi/nearest-inl.h"
#include "noise/voronoi/voronoi.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// Another Source's points (nearest-inl.h) in memory, for functions that enumerate them repeatedly.
template <class Source, int kMaxPoints>
class StoredSource {
 public:
  static constexpr int kDims = Source::kDims;

  HWY_INLINE StoredSource(const Source& source, int reach) {
    source.ForEachPoint(reach, [&](const auto& candidate) {
      for (int a = 0; a < kDims; ++a)
        hn::Store(candidate.Offset(a), F32(), points_[count_].offset[a]);
      ++count_;
    });
  }

  template <class Body>
  HWY_INLINE void ForEachPoint(int, const Body& body) const {
    for (int p = 0; p < count_; ++p) body(Candidate{points_[p]});
  }

 private:
  struct alignas(kAlign) Point {
    float offset[kDims][hn::MaxLanes(F32())];
  };
  struct Candidate {
    const Point& point;

    HWY_INLINE VF Offset(int a) const { return hn::Load(F32(), point.offset[a]); }
    HWY_INLINE VF Accumulated() const {
      VF offset[kDims];
      for (int a = 0; a < kDims; ++a) offset[a] = Offset(a);
      return AccumulateAll<kDims>(SquareMetric(), offset);
    }
  };

  int count_ = 0;
  Point points_[kMaxPoints];
};

// The Search of AtGroups (sampling/groups-inl.h).
template <class Function, int kDimensions, int kSlopesOut>
struct NearbySearch {
  static constexpr int kDims = kDimensions, kSlopes = kSlopesOut;
  using ListPoints = VoronoiListPoints<kDims, Function::kListCount>;
  static constexpr int kMaxWindow = kDims == 3 ? 432 : 80;  // of reach 2
  using Lanes = LaneSource<kDims, SquareMetric>;
  using Table = NoTable;
  static constexpr bool kTakesCellsInReach = false;

  const VoronoiArgs& args;
  SquareMetric metric;

  ListPoints list_points() const { return {args, Function::kCullRange}; }

  template <class Source>
  HWY_INLINE Found<kSlopes> FromList(const NearbyPoints<kDims>& list, const Source& source) const {
    const VF covered = hn::Min(hn::Sqrt(Broadcast(list.cutoff)), Broadcast(2.0f));
    return Function::template EvaluateWithin<kSlopes>(source, covered);
  }

  HWY_INLINE Found<kSlopes> FromNearCells(const Octave& octave, const PointsScratch& s, int k,
                                          Table&) const {
    constexpr int kCells = CellsAround<kDims>(1);
    const Lanes lanes(args, octave, metric, s, k);
    const StoredSource<Lanes, kCells * kPointsPerCell<kDims>> source(lanes, 1);
    return Function::template EvaluateWithin<kSlopes>(source, lanes.GapBeyondCells());
  }

  HWY_INLINE Jet<kSlopes> FromAllCells(const Octave& octave, const PointsScratch& s,
                                       VI samples) const {
    return Function::template Evaluate<kSlopes>(args, Lanes(args, octave, metric, s, samples));
  }
};

// The Noise of AtGroups (sampling/groups-inl.h).
template <class Function, int kDims, int kSlopes>
struct NearbyGroups : VoronoiNoise<NearbySearch<Function, kDims, kSlopes>> {
  template <class Body>
  static HWY_INLINE void WithSearch(const VoronoiArgs& args, const Body& body) {
    body(NearbySearch<Function, kDims, kSlopes>{args, {}});
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
