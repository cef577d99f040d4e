// Voronoi noise on grids. A lattice row's feature points are computed once, in tables
// (tables-inl.h, which defines the axes x, y, z). Each octave of each row of samples is computed in
// one of four ways:
//
// 1. Functions of the 1 or 2 nearest points, many samples per cell (NearestSearch::SearchBlocks):
//    points are culled per block of samples (block-inl.h), and its vectors share a short list. Each
//    listed point costs a sample an offset and a comparison.
// 2. The same functions, few samples per cell (NearestSearch::SearchAllPoints): culling does not
//    pay off. Each lane reads all points around its cell from the tables.
// 3. Functions of nearby points, edge and poly (nearby_blocks-inl.h): like 1 or 2, but row by row.
//    Samples that need more points are searched again, in all cells.
// 4. Functions of all points, lse (VoronoiGrid::AddAllPoints): like 2, but a GridSource reads the
//    tables.
//
// A NearestSearch searches a few rows at a time and keeps the results until these are asked for.
#pragma once

#include "noise/math/vectors-inl.h"
#include "noise/sampling/typed_kernel-inl.h"
#include "noise/voronoi/block-inl.h"
#include "noise/voronoi/nearby_blocks-inl.h"
#include "noise/voronoi/nearest-inl.h"
#include "noise/voronoi/tables-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

template <class Function, int kSlopes>
struct NearestSearch {
  using Nearest = typename Function::template Nearest<kSlopes>;
  static constexpr int kRows = kRowsPerSearch<kSlopes>;

  // Returns the results for row `row` of the block row: for each result of Nearest, an array by
  // column. Searches this row and the next ones unless that is done.
  template <class MetricType>
  static HWY_INLINE const float* const* SearchRow(int row, const TableShape& shape,
                                                  const PointTables& tables, BlockRow& s) {
    if (row >= s.searched_row && row < s.searched_row + s.searched_count)
      return s.nearest[row - s.searched_row];
    s.searched_row = row;
    s.searched_count = std::min(kRows, s.row_count - row);
    if constexpr (!std::is_same_v<Function, OfNearest>) {
      SearchFrom<MetricType, CarriedValue::kNothing>(row, shape, tables, s);
    } else if (s.carried == CarriedValue::kX) {
      SearchFrom<MetricType, CarriedValue::kX>(row, shape, tables, s);
    } else if (s.carried == CarriedValue::kY) {
      SearchFrom<MetricType, CarriedValue::kY>(row, shape, tables, s);
    } else {
      SearchFrom<MetricType, CarriedValue::kId>(row, shape, tables, s);
    }
    return s.nearest[0];
  }

  template <CarriedValue kCarried>
  static constexpr bool kStoresDy = kSlopes > 0 || kCarried == CarriedValue::kY;

  template <class MetricType, CarriedValue kCarried>
  static HWY_INLINE void SearchFrom(int row, const TableShape& shape, const PointTables& tables,
                                    BlockRow& s) {
    if (s.max_span > 0) {
      StoreKeptPartials<MetricType>(s.points, s.points.begin[s.block_count],
                                    RowsFrom<kRows, kStoresDy<kCarried>>(row, s));
      SearchBlocks<MetricType, kCarried>(tables.columns.x, s);
    } else {
      SearchAllPoints<MetricType, kCarried, kRows>(shape, tables, s);
    }
  }

  // With culling. In: the columns' fractions.
  template <class MetricType, CarriedValue kCarried>
  static HWY_NOINLINE void SearchBlocks(const float* x, const BlockRow& s) {
    const F32 d;
    for (int b = 0; b < s.block_count; ++b) {
      const int begin = s.points.begin[b], end = s.points.begin[b + 1];
      // Lanes past the block's end belong to the next block, which overwrites them.
      for (int k = s.spans[b].begin; k < s.spans[b].end; k += static_cast<int>(hn::Lanes(d)))
        SearchKeptPoints<MetricType, kCarried>(s, begin, end, hn::LoadU(d, x + k), k);
    }
  }

  // Searches points begin .. end - 1 for the vector of columns that starts at k, with fractions x.
  template <class MetricType, CarriedValue kCarried>
  static HWY_INLINE void SearchKeptPoints(const BlockRow& s, int begin, int end, VF x, int k) {
    const KeptPoints& points = s.points;
    const auto read = [](const float* entry) { return Broadcast(*entry); };
    Nearest nearest[kRows];
    const float* const table = s.carried == CarriedValue::kZ ? points.dz : points.id;
    for (int p = begin; p < end; p += kPointsPerStep)
      for (int at = p; at < p + kPointsPerStep; ++at)
        AddPoint<MetricType, kCarried>(s,
                                       (Broadcast(points.cell_x[at]) - x) + Broadcast(points.x[at]),
                                       at, table, read, nearest);
    StoreNearest(nearest, k, s);
  }

  // Without culling. Searches kCount rows, halved as long as that covers the rest of the block row.
  template <class MetricType, CarriedValue kCarried, int kCount>
  static HWY_INLINE void SearchAllPoints(const TableShape& shape, const PointTables& tables,
                                         const BlockRow& s) {
    if constexpr (kCount > 1)
      if (s.searched_count <= kCount / 2)
        return SearchAllPoints<MetricType, kCarried, kCount / 2>(shape, tables, s);
    StoreTablePartials<MetricType>(shape, tables,
                                   RowsFrom<kCount, kStoresDy<kCarried>>(s.searched_row, s));
    SearchTables<MetricType, kCarried, kCount>(shape, tables, s);
  }

  template <class MetricType, CarriedValue kCarried, int kCount>
  static HWY_NOINLINE void SearchTables(const TableShape& shape, const PointTables& tables,
                                        const BlockRow& s) {
    const NeighbourPoint* const neighbours = tables.neighbours[shape.reach];
    const int count = shape.neighbour_count(shape.reach);
    ForGroups(tables.columns, [&](int k, const auto& read) {
      const VF x = hn::Load(F32(), tables.columns.x + k);
      Nearest nearest[kCount];
      const float* const table = s.carried == CarriedValue::kZ ? tables.dz : tables.id;
      for (int v = 0; v < count; ++v) {
        const int at = neighbours[v].at;
        AddPoint<MetricType, kCarried>(s,
                                       (Broadcast(neighbours[v].cell_x) - x) + read(tables.x + at),
                                       at, table, read, nearest);
      }
      StoreNearest(nearest, k, s);
    });
  }

  template <class MetricType, CarriedValue kCarried, class Read, int kCount>
  static HWY_INLINE void AddPoint(const BlockRow& s, VF dx, int at, const float* table,
                                  const Read& read, Nearest (&nearest)[kCount]) {
    for (int r = 0; r < kCount; ++r)
      nearest[r].Add(
          RowCandidate<MetricType, kCarried, Read>{dx, s.dy[r], s.partial[r], table, at, read});
  }

  template <int kCount>
  static HWY_INLINE void StoreNearest(Nearest (&nearest)[kCount], int k, const BlockRow& s) {
    for (int r = 0; r < kCount; ++r) {
      float* const* to = s.nearest[r];
      nearest[r].ForEachResult([&](VF& result) { hn::StoreU(result, F32(), *to++ + k); });
    }
  }

  // Adds an octave's contribution for n columns. In: `results` from SearchRow.
  static HWY_NOINLINE void AddOctave(const VoronoiArgs& args, std::size_t o,
                                     const float* const* results, int n, const Slot& slot) {
    ForVectors(n, [&](int k) {
      Nearest nearest;
      const float* const* from = results;
      nearest.ForEachResult([&](VF& result) { result = hn::Load(F32(), *from++ + k); });
      AddContribution(args.octaves[o], nearest.Result(args), o == 0, slot, k);
    });
  }
};

struct VoronoiTile {
  VoronoiGridOctave* octaves;
  NearbyRow row;  // only for functions of nearby points
  double* q;      // the columns' positions
};

// What laying out and preparing a tile depends on: a Function and its number of slopes.
struct GridTraits {
  int nearest_count, list_count;
  bool is_nearby;
  float cull_range;
  int slopes;
  SearchOptions options;  // without what depends on the arguments

  bool culls() const { return nearest_count > 0 || is_nearby; }
};

template <class Function, int kSlopes>
constexpr GridTraits GridTraitsOf() {
  GridTraits traits{Function::kNearestCount, 0, Function::kIsNearby, 0, kSlopes, {}};
  if constexpr (Function::kNearestCount > 0) {
    using Search = NearestSearch<Function, kSlopes>;
    traits.options = {Search::kRows, Search::Nearest::kResults, kSlopes > 0, {}};
  } else {
    traits.options = {1, 0, true, {}};
  }
  if constexpr (Function::kNearestCount > 0 || Function::kIsNearby) {
    traits.list_count = Function::kListCount;
    traits.cull_range = Function::kCullRange;
  }
  return traits;
}

inline CarriedValue CarriedBy(const VoronoiArgs& args, const GridAxes& axes) {
  if (args.function == VoronoiFunction::kCellId) return CarriedValue::kId;
  if (args.offset_axis() < 0) return CarriedValue::kNothing;
  constexpr CarriedValue kByAxis[] = {CarriedValue::kX, CarriedValue::kY, CarriedValue::kZ};
  return kByAxis[axes.NumberOf(args.offset_axis())];
}

inline TableShape ShapeOf(const VoronoiArgs& args) { return {args.reach(), args.dimensions}; }

inline HWY_NOINLINE void LayOutTile(const VoronoiArgs& args, const GridTraits& traits,
                                    const Frame& frame, int columns, Scratch& scratch,
                                    VoronoiTile& t) {
  const GridAxes axes = GridAxesOf(frame, args.dimensions);
  const TableShape shape = ShapeOf(args);
  const int width = Padded(columns);
  SearchOptions options = traits.options;
  options.carried = CarriedBy(args, axes);
  options.has_dy |= options.carried == CarriedValue::kY;
  t.octaves = scratch.Take<VoronoiGridOctave>(args.octaves.size());
  t.q = scratch.Take<double>(static_cast<std::size_t>(width + kPad));
  if (traits.is_nearby) LayOutNearbyRow(traits.slopes, width, scratch, &t.row);
  ForRecords(t.octaves, args.octaves.size(), [&](VoronoiGridOctave& s, std::size_t o) {
    LayOutTables(shape, frame, axes.column, args.octaves[o], width, scratch, &s.tables);
    if (traits.nearest_count == 0)
      for (float** table : {&s.dy, &s.partial}) *table = TakeTable(shape, s.tables, scratch);
    if (traits.culls())
      LayOutBlocks(shape, frame, axes, args.octaves[o], width, s.tables, options, scratch,
                   &s.blocks);
  });
}

inline HWY_NOINLINE void PrepareTile(const VoronoiArgs& args, const GridTraits& traits,
                                     const Frame& frame, const Tile& tile, const VoronoiTile& t) {
  const GridAxes axes = GridAxesOf(frame, args.dimensions);
  const TableShape shape = ShapeOf(args);
  const int width = Padded(tile.columns);
  ColumnPositions(frame, axes.column, tile, width, t.q);
  for (std::size_t o = 0; o < args.octaves.size(); ++o) {
    auto& [tables, blocks, dy, partial] = t.octaves[o];
    PrepareTables(shape, frame, axes, args.octaves[o], t.q, width, tables);
    if (traits.culls()) PrepareBlocks(shape, tables, width, blocks);
    if (traits.nearest_count == 0)
      for (float* table : {dy, partial}) ClearTable(shape, tables, table);
  }
}

// Moves an octave to row j. Returns the row's index in the blocks, if any. Out: the row's fraction.
inline HWY_NOINLINE int MoveToRow(const VoronoiArgs& args, const GridTraits& traits,
                                  const Frame& frame, int64_t j, std::size_t o,
                                  VoronoiGridOctave& s, float* fraction) {
  const GridAxes axes = GridAxesOf(frame, args.dimensions);
  const TableShape shape = ShapeOf(args);
  int32_t index = 0;
  *fraction = 0;
  if (args.dimensions > 1)
    SplitOne(RowPosition(frame, axes.row, j), AxisOf(args.octaves[o], axes.row), &index, fraction);
  MoveToLatticeRow(args, o, axes, shape, s.tables, index);
  if (!traits.culls()) return 0;
  // Functions of nearby points exist for the Euclidean metric only.
  return MoveToBlocks(traits.list_count, traits.cull_range,
                      traits.is_nearby ? Metric::kEuclidean : args.metric, shape, frame, axes.row,
                      args.octaves[o], j, index, *fraction, s.tables, s.blocks);
}

template <class Function, int kSlopes>
struct VoronoiGrid {
  using Args = VoronoiArgs;
  using State = VoronoiTile;
  static constexpr int kMaxColumns = kShortRun;
  static constexpr GridTraits kTraits = GridTraitsOf<Function, kSlopes>();

  static void LayOut(const VoronoiArgs& args, const Frame& frame, int columns, Scratch& scratch,
                     VoronoiTile& t) {
    LayOutTile(args, kTraits, frame, columns, scratch, t);
  }

  static void Prepare(const VoronoiArgs& args, const Frame& frame, const Tile& tile,
                      const VoronoiTile& t) {
    PrepareTile(args, kTraits, frame, tile, t);
  }

  static HWY_INLINE void Run(const VoronoiArgs& args, const Frame& frame, const cobble::Run& run,
                             const VoronoiTile& t, const Slot& slot) {
    const TableShape shape = ShapeOf(args);
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      VoronoiGridOctave& s = t.octaves[o];
      float fraction;
      const int row = MoveToRow(args, kTraits, frame, run.j, o, s, &fraction);
      if constexpr (Function::kNearestCount > 0) {
        using Search = NearestSearch<Function, kSlopes>;
        const float* const* found = nullptr;
        WithMetric(args.metric, [&](const auto& metric) {
          using MetricType = std::decay_t<decltype(metric)>;
          found = Search::template SearchRow<MetricType>(row, shape, s.tables, s.blocks);
        });
        Search::AddOctave(args, o, found, run.n, slot);
        if constexpr (std::is_same_v<Function, OfNearest>)
          AddUnitSlope(args.octaves[o],
                       GridAxesOf(frame, args.dimensions).NumberOf(args.offset_axis()), o == 0,
                       run.n, slot);
        // The other functions exist for the Euclidean metric only.
      } else if constexpr (Function::kIsNearby) {
        AddNearbyPoints<Function, kSlopes>(args, shape, s, fraction, row, o, run.n, t.row, slot);
      } else {
        StoreTablePartials<SquareMetric>(shape, s.tables,
                                         SampleRows<1, true>{{fraction}, {s.dy}, {s.partial}});
        AddAllPoints(args, s, o, slot);
      }
    }
  }

  // Adds an octave's contribution of a function of all points, for all columns of the tile.
  static HWY_NOINLINE void AddAllPoints(const VoronoiArgs& args, const VoronoiGridOctave& s,
                                        std::size_t o, const Slot& slot) {
    const TableShape shape = ShapeOf(args);
    ForGroups(s.tables.columns, [&](int k, const auto& read) {
      const VF x = hn::Load(F32(), s.tables.columns.x + k);
      const GridSource<std::decay_t<decltype(read)>> source(shape, s, x, read);
      AddContribution(args.octaves[o], Function::template Evaluate<kSlopes>(args, source), o == 0,
                      slot, k);
    });
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
