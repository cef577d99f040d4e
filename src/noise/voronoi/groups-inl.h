// Voronoi noise at arbitrary positions: the three ways to search of sampling/groups-inl.h.
//
// VoronoiSearch is for functions of the one or two nearest points. NearbySearch is for functions of
// nearby points, edge and poly, which exist for the Euclidean metric only. How far away points
// matter is only known with their result. So it takes the points within a distance that is enough
// for most samples, then checks whether it was.
#pragma once

#include <type_traits>

#include "noise/math/metric-inl.h"
#include "noise/sampling/groups-inl.h"
#include "noise/voronoi/cells-inl.h"
#include "noise/voronoi/lanes-inl.h"
#include "noise/voronoi/near_table-inl.h"
#include "noise/voronoi/nearest-inl.h"
#include "noise/voronoi/voronoi.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// The Points of lists (sampling/nearby-inl.h).
template <int kDimensions, int kNearest>
struct VoronoiListPoints {
  static constexpr int kDims = kDimensions;
  static constexpr int kCount = kNearest;
  static constexpr int kMaxWindow = kDims == 3 ? 432 : 128;
  static constexpr int kPoints = kPointsPerCell<kDims>;

  const VoronoiArgs& args;
  float cull_range;  // of the Function

  bool has_ids() const { return args.function == VoronoiFunction::kCellId; }
  AnyMetric metric() const { return {args.metric}; }
  HWY_INLINE VF Cutoff(VF bound) const {
    if (cull_range > 0) return FartherBy(cull_range, bound);
    return hn::Min(bound, Broadcast(MaxAccumulated(args)));
  }

  HWY_INLINE VF PointOf(VU accumulator, const uint32_t* numbers, VF* inside) const {
    const VU number = hn::Load(U32(), numbers);
    // A point's bits follow the previous point's.
    constexpr uint32_t kBits = kDims == 3 ? 15 : 16;
    VU value = Avalanche(accumulator);
    if constexpr (kPoints > 1) value = value >> (number * hn::Set(U32(), kBits));
    VF point[kPoints][kDims];
    PointsInCell<kDims>(value, args.jitter, point);
    for (int a = 0; a < kDims; ++a) inside[a] = point[0][a];
    if (!has_ids()) return hn::Zero(F32());
    return CellIdOf(accumulator, number);
  }
};

// Searches all cells within reach. One copy of the code for all metrics.
template <class Function, int kDims, int kSlopes>
HWY_NOINLINE Jet<kSlopes> SearchAllCells(const VoronoiArgs& args, const Octave& octave,
                                         const PointsScratch& s, VI samples) {
  const AnyMetric metric{args.metric};
  return Function::template Evaluate<kSlopes>(
      args, LaneSource<kDims, AnyMetric>(args, octave, metric, s, samples));
}

// The Search of AtGroups (sampling/groups-inl.h).
template <class Function, int kDimensions, int kSlopesOut, class MetricType>
struct VoronoiSearch {
  static constexpr int kDims = kDimensions, kSlopes = kSlopesOut;
  using Nearest = typename Function::template Nearest<kSlopes>;
  using ListPoints = VoronoiListPoints<kDims, Function::kListCount>;
  static constexpr int kMaxWindow = 128;
  // Without a limit, points in cells outside a sample's reach could be the nearest.
  static constexpr bool kTakesCellsInReach = std::is_same_v<Function, OfNearest>;
  // Ids need the accumulators of cells, which tables do not hold.
  using Table = std::conditional_t<kHasNearTables && (kDims > 1) && !kTakesCellsInReach,
                                   NearTable<kDims>, NoTable>;

  const VoronoiArgs& args;
  MetricType metric;
  float max_accumulated;

  ListPoints list_points() const { return {args, Function::kCullRange}; }

  template <class Source>
  HWY_INLINE Found<kSlopes> FromList(const NearbyPoints<kDims>&, const Source& source) const {
    return {Function::template Evaluate<kSlopes>(args, source), NoLanes()};
  }

  HWY_INLINE Found<kSlopes> FromNearCells(const Octave& octave, const PointsScratch& s, int k,
                                          Table& table) const {
    const LaneSource<kDims, MetricType> source(args, octave, metric, s, k);
    Nearest nearest;
    source.ForEachNearPoint(table, [&](const auto& candidate) { nearest.Add(candidate); });
    // Any other point is farther than the nearest ones unless they are beyond this bound.
    const VF bound = metric.First(source.GapBeyondNearCells());
    return {nearest.Result(args), bound <= hn::Min(nearest.last(), Broadcast(max_accumulated))};
  }

  HWY_INLINE Jet<kSlopes> FromAllCells(const Octave& octave, const PointsScratch& s,
                                       VI samples) const {
    return SearchAllCells<Function, kDims, kSlopes>(args, octave, s, samples);
  }
};

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

// Base of the Noise of AtGroups (sampling/groups-inl.h), which adds WithSearch.
template <class Search>
struct VoronoiNoise {
  using Args = VoronoiArgs;
  using Table = typename Search::Table;
  static constexpr int kDims = Search::kDims, kSlopes = Search::kSlopes;
  static constexpr int kPointsPerCell = HWY_NAMESPACE::kPointsPerCell<kDims>;
  // Of two points at the same distance the first one in this order counts.
  static constexpr WindowOrder kWindowOrder = WindowOrder::kByCell;
  static constexpr int kMaxWindow = Search::kMaxWindow;

  static int Reach(const VoronoiArgs& args) { return args.reach(); }
};

template <class Function, int kDims, int kSlopes>
struct VoronoiGroups : VoronoiNoise<VoronoiSearch<Function, kDims, kSlopes, SquareMetric>> {
  template <class Body>
  static HWY_INLINE void WithSearch(const VoronoiArgs& args, const Body& body) {
    // Two copies of the code: for the Euclidean metrics, which are common, and for any metric.
    const float maximum = MaxAccumulated(args);
    if constexpr (!kIsScalar)
      if (args.metric <= Metric::kEuclideanSquared)
        return body(VoronoiSearch<Function, kDims, kSlopes, SquareMetric>{args, {}, maximum});
    body(VoronoiSearch<Function, kDims, kSlopes, AnyMetric>{args, {args.metric}, maximum});
  }
};

template <class Function, int kDims, int kSlopes>
struct NearbyGroups : VoronoiNoise<NearbySearch<Function, kDims, kSlopes>> {
  template <class Body>
  static HWY_INLINE void WithSearch(const VoronoiArgs& args, const Body& body) {
    body(NearbySearch<Function, kDims, kSlopes>{args, {}});
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
