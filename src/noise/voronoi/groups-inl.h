// Voronoi noise at arbitrary positions, for functions of the one or two nearest points: the three
// ways to search of sampling/groups-inl.h.
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

// Base of the Noise of AtGroups (sampling/groups-inl.h). A Derived has WithSearch.
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

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
