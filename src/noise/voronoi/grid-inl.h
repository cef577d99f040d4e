// Voronoi noise on grids: one axis follows the columns, at most one the rows. The feature points of
// a lattice row's cells are made once, and once a block of samples sifted for those that can be
// among the nearest (block-inl.h); what is left for a sample is an offset and a comparison a point.
// Where that does not pay, a sample looks at all points around it.
#include "noise/math/vectors-inl.h"
#include "noise/sampling/typed_kernel-inl.h"
#include "noise/voronoi/block-inl.h"
#include "noise/voronoi/nearest-inl.h"
#include "noise/voronoi/tables-inl.h"

#if defined(COBBLE_NOISE_VORONOI_GRID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_VORONOI_GRID_INL_H_
#undef COBBLE_NOISE_VORONOI_GRID_INL_H_
#else
#define COBBLE_NOISE_VORONOI_GRID_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// The feature points around a vector of samples. Read gives a number of each lane's own cell.
template <class Read>
class GridSource {
 public:
  static constexpr int kDims = 3;  // the tables of axes that are not used hold zeros

  HWY_INLINE GridSource(const VoronoiShape& shape, const VoronoiOctave& s, VF x, const Read& read)
      : shape_(shape), s_(s), x_(x), read_(read) {}

  template <int kReach, class Body>
  HWY_INLINE void ForEachPoint(const Body& body) const {
    const auto* const end = s_.neighbours[kReach] + shape_.neighbours(kReach);
    for (const auto* neighbour = s_.neighbours[kReach]; neighbour != end; ++neighbour) {
      const VF along = Broadcast(neighbour->along) - x_;
      body(Candidate{*this, neighbour->at, along + read_(s_.x + neighbour->at)});
    }
  }

 private:
  struct Candidate {
    const GridSource& source;
    int at;
    VF dx;

    // Along the columns' axis, the rows', the fixed one.
    HWY_INLINE VF Offset(int a) const {
      if (a == 0) return dx;
      return source.read_((a == 1 ? source.s_.dy : source.s_.dz) + at);
    }
    HWY_INLINE VF Accumulated() const {
      return SquareMetric().Accumulate(dx, source.read_(source.s_.rest + at));
    }
    HWY_INLINE VF Id() const { return source.read_(source.s_.id + at); }
  };

  const VoronoiShape& shape_;
  const VoronoiOctave& s_;
  const VF x_;
  const Read& read_;
};

// A point seen from a vector of samples of one row of a few; Read as in GridSource.
template <class MetricType, class Read>
struct RowCandidate {
  VF dx;
  const float *dy, *rest, *id;  // tables
  int at;
  const Read& read;

  // Along the columns' axis, the rows'.
  HWY_INLINE VF Offset(int a) const { return a == 0 ? dx : read(dy + at); }
  HWY_INLINE VF Accumulated() const { return MetricType().Accumulate(dx, read(rest + at)); }
  HWY_INLINE VF Id() const { return read(id + at); }
};

// Noise made of the nearest points, a few rows at once.
template <class How, int kSlopes>
struct NearestRows {
  using Found = typename How::template Found<kSlopes>;
  static constexpr int kRows = kShared<kSlopes>;

  // Looks for the nearest points for every column of that row of the block, and the next ones.
  // Out: what it found for that row.
  template <class MetricType>
  static HWY_INLINE const float* const* FindFor(int row, const VoronoiShape& shape,
                                                const VoronoiOctave& tables, VoronoiBlock& s) {
    if (row >= s.found_row && row < s.found_row + s.found_count) return s.found[row - s.found_row];
    s.found_row = row;
    s.found_count = std::min(kRows, s.row_count - row);
    if (s.longest > 0) {
      MakeSiftedRests<MetricType>(s.points, s.points.begin[s.count],
                                  RowsFrom<kRows, (kSlopes > 0)>(row, s));
      FindAmongSifted<MetricType>(tables.columns.x, s);
    } else {
      FindRows<MetricType, kRows>(shape, tables, s);
    }
    return s.found[0];
  }

  template <class MetricType>
  static HWY_NOINLINE void FindAmongSifted(const float* x, const VoronoiBlock& s) {
    const F32 d;
    for (int each = 0; each < s.count; ++each) {
      const int begin = s.points.begin[each], end = s.points.begin[each + 1];
      // Lanes past the span's end belong to the next one, which overwrites them.
      for (int k = s.spans[each].begin; k < s.spans[each].end; k += static_cast<int>(hn::Lanes(d)))
        FindSifted<MetricType>(s, begin, end, hn::LoadU(d, x + k), k);
    }
  }

  // Looks for the nearest of the points from `begin` to `end`, for a vector of columns from k on.
  template <class MetricType>
  static HWY_INLINE void FindSifted(const VoronoiBlock& s, int begin, int end, VF x, int k) {
    const SiftedPoints& points = s.points;
    const auto read = [](const float* number) { return Broadcast(*number); };
    Found found[kRows];
    for (int p = begin; p < end; p += kAtOnce)
      for (int at = p; at < p + kAtOnce; ++at)
        Add<MetricType>(s, (Broadcast(points.along[at]) - x) + Broadcast(points.x[at]), at,
                        points.id, read, found);
    Keep(found, k, s);
  }

  // The same among all points, for kCount rows or as few of them as are wanted.
  template <class MetricType, int kCount>
  static HWY_INLINE void FindRows(const VoronoiShape& shape, const VoronoiOctave& tables,
                                  const VoronoiBlock& s) {
    if constexpr (kCount > 1)
      if (s.found_count <= kCount / 2) return FindRows<MetricType, kCount / 2>(shape, tables, s);
    MakeRests<MetricType>(shape, tables, RowsFrom<kCount, (kSlopes > 0)>(s.found_row, s));
    FindAmongAll<MetricType, kCount>(shape, tables, s);
  }

  template <class MetricType, int kCount>
  static HWY_NOINLINE void FindAmongAll(const VoronoiShape& shape, const VoronoiOctave& tables,
                                        const VoronoiBlock& s) {
    const NeighbourCell* const neighbours = tables.neighbours[1];
    const int count = shape.neighbours(1);
    ForPieces(tables.columns, [&](int k, const auto& read) {
      const VF x = hn::Load(F32(), tables.columns.x + k);
      Found found[kCount];
      for (int v = 0; v < count; ++v) {
        const int at = neighbours[v].at;
        Add<MetricType>(s, (Broadcast(neighbours[v].along) - x) + read(tables.x + at), at,
                        tables.id, read, found);
      }
      Keep(found, k, s);
    });
  }

  // Adds a point to what has been found for each row.
  template <class MetricType, class Read, int kCount>
  static HWY_INLINE void Add(const VoronoiBlock& s, VF dx, int at, const float* id,
                             const Read& read, Found (&found)[kCount]) {
    for (int r = 0; r < kCount; ++r)
      found[r].Add(RowCandidate<MetricType, Read>{dx, s.dy[r], s.rest[r], id, at, read});
  }

  template <int kCount>
  static HWY_INLINE void Keep(Found (&found)[kCount], int k, const VoronoiBlock& s) {
    for (int r = 0; r < kCount; ++r) {
      float* const* to = s.found[r];
      found[r].Each([&](VF& number) { hn::StoreU(number, F32(), *to++ + k); });
    }
  }

  // Adds an octave's share, made of what has been found.
  static HWY_NOINLINE void AddFound(const VoronoiArgs& args, std::size_t o,
                                    const float* const* numbers, int n, const Slot& slot) {
    ForVectors(n, [&](int k) {
      Found found;
      const float* const* from = numbers;
      found.Each([&](VF& number) { number = hn::Load(F32(), *from++ + k); });
      AddShare(args.octaves[o], found.Made(args), o == 0, slot, k);
    });
  }
};

// What a kernel keeps of a tile.
struct VoronoiGridOctave {
  VoronoiOctave tables;
  VoronoiBlock block;  // where only the nearest points count
};

struct VoronoiTile {
  VoronoiGridOctave* octaves;
  double* q;
};

template <class How, int kSlopes>
struct VoronoiGrid {
  using Args = VoronoiArgs;
  using State = VoronoiTile;
  static constexpr int kMaxColumns = kShortRun;
  static constexpr bool kBlocks = How::kNearest > 0;

  static VoronoiShape Shape(const VoronoiArgs& args) { return {How::kReach, args.dimensions}; }

  static void LayOut(const VoronoiArgs& args, const Frame& frame, int columns, Scratch& scratch,
                     VoronoiTile& t) {
    const GridAxes axes = GridAxesOf(frame, args.dimensions);
    const int width = (columns + kPad - 1) / kPad * kPad;
    t.octaves = scratch.Take<VoronoiGridOctave>(args.octaves.size());
    t.q = scratch.Take<double>(static_cast<std::size_t>(width + kPad));
    ForRecords(t.octaves, args.octaves.size(), [&](VoronoiGridOctave& each, std::size_t o) {
      LayOutTables(Shape(args), frame, axes.column, args.octaves[o], width, scratch, &each.tables);
      if constexpr (kBlocks) {
        using Rows = NearestRows<How, kSlopes>;
        LayOutBlock(Shape(args), frame, axes, args.octaves[o], width, each.tables,
                    {Rows::kRows, Rows::Found::kNumbers, kSlopes > 0,
                     args.function == VoronoiFunction::kCellId},
                    scratch, &each.block);
      }
    });
  }

  static void Prepare(const VoronoiArgs& args, const Frame& frame, const Tile& tile,
                      const VoronoiTile& t) {
    const GridAxes axes = GridAxesOf(frame, args.dimensions);
    const int width = (tile.columns + kPad - 1) / kPad * kPad;
    ColumnPositions(frame, axes.column, tile, width, t.q);
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      auto& [tables, block] = t.octaves[o];
      PrepareTables(Shape(args), frame, axes, args.octaves[o], t.q, width, tables);
      if (kBlocks) PrepareBlock(tables.columns, width, block);
    }
  }

  static HWY_INLINE void Run(const VoronoiArgs& args, const Frame& frame, const cobble::Run& run,
                             const VoronoiTile& t, const Slot& slot) {
    const GridAxes axes = GridAxesOf(frame, args.dimensions);
    const double q = RowPosition(frame, axes.row, run.j);
    const VoronoiShape shape = Shape(args);
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      VoronoiOctave& s = t.octaves[o].tables;
      int32_t index = 0;
      float fraction = 0;
      if (args.dimensions > 1) SplitOne(q, AxisOf(args.octaves[o], axes.row), &index, &fraction);
      MoveToCells(args, o, axes, shape, s, index);
      if constexpr (kBlocks) {
        VoronoiBlock& block = t.octaves[o].block;
        WithMetric(args.metric, [&](const auto& metric) {
          using MetricType = std::decay_t<decltype(metric)>;
          const int row = MoveToBlock<How::kNearest, MetricType>(
              shape, frame, axes.row, args.octaves[o], run.j, index, fraction, s, block);
          using Rows = NearestRows<How, kSlopes>;
          const auto* found = Rows::template FindFor<MetricType>(row, shape, s, block);
          Rows::AddFound(args, o, found, run.n, slot);
        });
      } else {  // euclidean by nature
        MakeRests<SquareMetric>(shape, s, SampleRows<1, true>{{fraction}, {s.dy}, {s.rest}});
        AddPieces(args, s, o, slot);
      }
    }
  }

  // Adds one octave's share for every column of the tile, made of all points around it.
  static HWY_NOINLINE void AddPieces(const VoronoiArgs& args, const VoronoiOctave& s, std::size_t o,
                                     const Slot& slot) {
    const VoronoiShape shape = Shape(args);
    ForPieces(s.columns, [&](int k, const auto& read) {
      const VF x = hn::Load(F32(), s.columns.x + k);
      const GridSource<std::decay_t<decltype(read)>> source(shape, s, x, read);
      AddShare(args.octaves[o], How::template Make<kSlopes>(args, source), o == 0, slot, k);
    });
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
