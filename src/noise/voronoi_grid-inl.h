// Voronoi noise on grids: one axis follows the columns, at most one the rows. The feature points of
// a lattice row's cells are made once, their distances along the rows once a row; what is left for
// a sample is one offset and one comparison a point.
#include <algorithm>
#include <numeric>

#include "noise/grid_axes.h"
#include "noise/grid_columns-inl.h"
#include "noise/grid_rows-inl.h"
#include "noise/nearest-inl.h"
#include "noise/scratch.h"
#include "noise/voronoi.h"
#include "noise/voronoi_cells-inl.h"

#if defined(COBBLE_NOISE_VORONOI_GRID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_VORONOI_GRID_INL_H_
#undef COBBLE_NOISE_VORONOI_GRID_INL_H_
#else
#define COBBLE_NOISE_VORONOI_GRID_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// A feature point that samples look at: where its numbers stand in the tables, for cell 0, and how
// many cells along the columns it is away.
struct Visit {
  int32_t at;
  int32_t along;
};

inline constexpr int kMostReach = 2;
inline constexpr int kMostRows = 2 * kMostReach + 1;

// What one octave keeps of a tile. The tables hold a number a feature point: of the lattice rows
// around the present one, of the layers around the fixed axis' position, of the points of a cell,
// of the cells along the columns, in this order, the last one running fastest.
struct VoronoiOctave {
  GridColumns columns;
  int stride;       // numbers from point to point of a cell
  int row_numbers;  // from lattice row to lattice row
  // Inside the cell, along the columns' and the rows' axis; along the fixed axis, and along the
  // rows', from the sample; joined, but for the columns' axis; the number of cell-id.
  float *x, *y, *dz, *dy, *rest, *id;
  int slot[kMostRows];  // where each lattice row stands, from the lowest up
  RowsPlace place;
  int32_t fixed_index;
  float fixed_fraction;
  Visit* visits[kMostReach + 1];  // by reach
};

// The shape of a kernel's tables.
struct VoronoiShape {
  int reach, rows, layers, points;

  VoronoiShape(int reach_in, int dimensions)
      : reach(reach_in),
        rows(dimensions > 1 ? 2 * reach_in + 1 : 1),
        layers(dimensions > 2 ? 2 * reach_in + 1 : 1),
        points(dimensions > 1 ? 2 : 1) {}

  Reach columns() const { return {reach, reach}; }
  int visits(int within) const {
    const int side = 2 * within + 1;
    return side * std::min(rows, side) * std::min(layers, side) * points;
  }
};

// Lays out the scratch of all octaves. Null memory in `scratch`: only counts.
inline VoronoiOctave* LayOutVoronoi(const VoronoiArgs& args, const VoronoiShape& shape,
                                    const Frame& frame, int columns, Scratch& scratch, double** q) {
  const int axis = GridAxesOf(frame, args.dimensions).column;
  const int width = (columns + kPad - 1) / kPad * kPad;
  auto* const octaves = scratch.Take<VoronoiOctave>(args.octaves.size());
  *q = scratch.Take<double>(static_cast<std::size_t>(width));
  for (std::size_t o = 0; o < args.octaves.size(); ++o) {
    VoronoiOctave counted;
    VoronoiOctave& s = octaves == nullptr ? counted : octaves[o];
    const std::size_t corners = MostCorners(frame, axis, args.octaves[o], width, shape.columns());
    LayOutColumns(static_cast<std::size_t>(width), corners, false, scratch, &s.columns);
    s.stride = static_cast<int>((corners + kPad - 1) / kPad * kPad);
    s.row_numbers = s.stride * shape.points * shape.layers;
    const auto numbers = static_cast<std::size_t>(s.row_numbers * shape.rows) + kPad;
    for (float** table : {&s.x, &s.y, &s.dz, &s.dy, &s.rest, &s.id})
      *table = scratch.Take<float>(numbers);
    for (int reach = 1; reach <= shape.reach; ++reach)
      s.visits[reach] = scratch.Take<Visit>(static_cast<std::size_t>(shape.visits(reach)));
  }
  return octaves;
}

// The feature points of one lattice row: those of all layers. In: where the row's numbers begin.
template <int kDims>
HWY_NOINLINE void MakeCells(const VoronoiArgs& args, const Octave& octave, const GridAxes& axes,
                            const VoronoiShape& shape, const VoronoiOctave& s, int32_t row_index,
                            int begin) {
  const F32 d;
  const U32 du;
  for (int layer = 0; layer < shape.layers; ++layer) {
    const int by = kDims == 3 ? layer - shape.reach : 0;
    const int32_t fixed = ShiftIndex(s.fixed_index, by, octave.period[axes.fixed]);
    const VF layer_offset = Splat(static_cast<float>(by)) - Splat(s.fixed_fraction);
    ForVectors(s.columns.corners, [&](int k) {
      VU hash = hn::Set(du, octave.seed);
      for (int a = 0; a < kDims; ++a) {
        const int32_t one = a == axes.row ? row_index : fixed;
        hash = Eat(hash, a == axes.column ? hn::BitCast(du, hn::LoadU(I32(), s.columns.index + k))
                                          : hn::Set(du, static_cast<uint32_t>(one)));
      }
      VF point[kCellPoints<kDims>][kDims];
      CellPoints<kDims>(Avalanche(hash), args.jitter, point);
      for (int p = 0; p < kCellPoints<kDims>; ++p) {
        const int at = begin + (layer * shape.points + p) * s.stride + k;
        hn::StoreU(point[p][axes.column], d, s.x + at);
        if constexpr (kDims > 1) hn::StoreU(point[p][axes.row], d, s.y + at);
        if constexpr (kDims > 2) hn::StoreU(layer_offset + point[p][axes.fixed], d, s.dz + at);
        if (args.function == VoronoiFunction::kCellId)
          hn::StoreU(CellNumber(hash, p), d, s.id + at);
      }
    });
  }
}

inline void MakeCells(const VoronoiArgs& args, std::size_t octave, const GridAxes& axes,
                      const VoronoiShape& shape, const VoronoiOctave& s, int32_t row_index,
                      int begin) {
  const Octave& o = args.octaves[octave];
  if (args.dimensions == 1) return MakeCells<1>(args, o, axes, shape, s, row_index, begin);
  if (args.dimensions == 2) return MakeCells<2>(args, o, axes, shape, s, row_index, begin);
  MakeCells<3>(args, o, axes, shape, s, row_index, begin);
}

// Lists the points within `reach` cells in the order of the axes x, y, z, the first point of a cell
// before the second.
inline void ListVisits(const GridAxes& axes, int dimensions, const VoronoiShape& shape, int reach,
                       const VoronoiOctave& s) {
  Visit* next = s.visits[reach];
  int by[3] = {0, 0, 0};
  const auto ends = [&](int axis) { return axis < dimensions ? reach : 0; };
  for (by[0] = -ends(0); by[0] <= ends(0); ++by[0])
    for (by[1] = -ends(1); by[1] <= ends(1); ++by[1])
      for (by[2] = -ends(2); by[2] <= ends(2); ++by[2])
        for (int p = 0; p < shape.points; ++p) {
          const int along = by[axes.column];
          const int row = shape.rows == 1 ? 0 : by[axes.row] + shape.reach;
          const int layer = shape.layers == 1 ? 0 : by[axes.fixed] + shape.reach;
          *next++ = {s.slot[row] * s.row_numbers + (layer * shape.points + p) * s.stride + along +
                         shape.reach,
                     along};
        }
}

// Brings the lattice rows to those around `index`, keeping what they share with the last ones.
HWY_NOINLINE inline void MoveToCells(const VoronoiArgs& args, std::size_t octave,
                                     const GridAxes& axes, const VoronoiShape& shape,
                                     VoronoiOctave& s, int32_t index) {
  const int64_t period = shape.rows == 1 ? 0 : args.octaves[octave].period[axes.row];
  const auto make = [&](int slot, int32_t row_index) {
    MakeCells(args, octave, axes, shape, s, row_index, slot * s.row_numbers);
  };
  if (!MoveRows(s.place, index, period, s.slot, shape.rows / 2, make)) return;
  for (int reach = 1; reach <= shape.reach; ++reach)
    ListVisits(axes, args.dimensions, shape, reach, s);
}

// The offsets along the rows' axis for the row at that fraction, and what the metric joins of all
// axes but the columns'.
template <class MetricType>
HWY_NOINLINE void MakeRests(const VoronoiArgs& args, const VoronoiShape& shape,
                            const VoronoiOctave& s, float fraction) {
  const F32 d;
  const auto metric = MetricOf<MetricType>(args.metric);
  for (int row = 0; row < shape.rows; ++row) {
    const VF row_offset = Splat(static_cast<float>(row - shape.reach)) - Splat(fraction);
    for (int cell = 0; cell < shape.layers * shape.points; ++cell) {
      const int begin = s.slot[row] * s.row_numbers + cell * s.stride;
      ForVectors(s.columns.corners, [&](int k) {
        const int at = begin + k;
        const VF dy = row_offset + hn::LoadU(d, s.y + at);
        const VF rest = args.dimensions == 3
                            ? metric.Join(dy, metric.First(hn::LoadU(d, s.dz + at)))
                            : metric.First(dy);
        hn::StoreU(dy, d, s.dy + at);
        hn::StoreU(rest, d, s.rest + at);
      });
    }
  }
}

// What of a tile does not depend on the row.
HWY_NOINLINE inline void PrepareVoronoi(const VoronoiArgs& args, const VoronoiShape& shape,
                                        const Frame& frame, const Tile& tile, void* memory) {
  const GridAxes axes = GridAxesOf(frame, args.dimensions);
  const int width = (tile.columns + kPad - 1) / kPad * kPad;
  Scratch scratch(memory);
  double* q;
  VoronoiOctave* const octaves = LayOutVoronoi(args, shape, frame, tile.columns, scratch, &q);
  ColumnPositions(frame, axes.column, tile, width, q);
  for (std::size_t o = 0; o < args.octaves.size(); ++o) {
    VoronoiOctave& s = octaves[o];
    MakeColumns(q, width, AxisOf(args.octaves[o], axes.column), frame.column[axes.column] < 0,
                shape.columns(), false, s.columns);
    const std::size_t numbers = static_cast<std::size_t>(s.row_numbers * shape.rows);
    for (float* table : {s.dz, s.dy, s.rest}) std::fill_n(table, numbers, 0.0f);
    s.fixed_index = 0;
    s.fixed_fraction = 0;
    if (args.dimensions == 3)
      SplitOne(frame.origin[axes.fixed], AxisOf(args.octaves[o], axes.fixed), &s.fixed_index,
               &s.fixed_fraction);
    std::iota(s.slot, s.slot + shape.rows, 0);
    s.place.known = false;
    if (args.dimensions == 1) MoveToCells(args, o, axes, shape, s, 0);
  }
}

// The feature points around a vector of samples. Read gives a number of each lane's own cell.
template <class MetricType, class Read>
class GridSource {
 public:
  static constexpr int kDims = 3;  // the tables of axes that are not used hold zeros

  HWY_INLINE GridSource(const VoronoiArgs& args, const VoronoiShape& shape, const VoronoiOctave& s,
                        VF x, const Read& read)
      : metric_(MetricOf<MetricType>(args.metric)), shape_(shape), s_(s), read_(read) {
    for (int by = -kMostReach; by <= kMostReach; ++by)
      hn::Store(Splat(static_cast<float>(by)) - x, F32(), along_[by + kMostReach]);
  }

  template <int kReach, class Body>
  HWY_INLINE void Visit(const Body& body) const {
    const auto* const end = s_.visits[kReach] + shape_.visits(kReach);
    for (const auto* visit = s_.visits[kReach]; visit != end; ++visit) {
      const VF along = hn::Load(F32(), along_[visit->along + kMostReach]);
      body(Candidate{*this, visit->at, along + read_(s_.x + visit->at)});
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
    HWY_INLINE VF Joined() const {
      return source.metric_.Join(dx, source.read_(source.s_.rest + at));
    }
    HWY_INLINE VF Id() const { return source.read_(source.s_.id + at); }
  };

  const MetricType metric_;
  const VoronoiShape& shape_;
  const VoronoiOctave& s_;
  const Read& read_;
  HWY_ALIGN float along_[kMostRows][hn::MaxLanes(F32())];
};

template <class How>
inline constexpr int kReachOf = 2;
template <>
inline constexpr int kReachOf<FirstOnly> = 1;
template <>
inline constexpr int kReachOf<FirstTwo> = 1;
template <>
inline constexpr int kReachOf<CellId> = 1;

template <class How, class MetricType, int kSlopes>
struct VoronoiGrid {
  static VoronoiShape Shape(const VoronoiArgs& args) { return {kReachOf<How>, args.dimensions}; }

  static std::size_t ScratchBytes(const void* args_pointer, const Frame& frame,
                                  int columns) noexcept {
    const auto& args = *static_cast<const VoronoiArgs*>(args_pointer);
    Scratch scratch(nullptr);
    double* q;
    LayOutVoronoi(args, Shape(args), frame, columns, scratch, &q);
    return scratch.used();
  }

  static void Prepare(const void* args_pointer, const Frame& frame, const Tile& tile,
                      void* memory) noexcept {
    const auto& args = *static_cast<const VoronoiArgs*>(args_pointer);
    PrepareVoronoi(args, Shape(args), frame, tile, memory);
  }

  static void Run(const void* args_pointer, const Frame& frame, const cobble::Run& run,
                  void* memory, const Slot& slot) noexcept {
    const auto& args = *static_cast<const VoronoiArgs*>(args_pointer);
    const VoronoiShape shape = Shape(args);
    const GridAxes axes = GridAxesOf(frame, args.dimensions);
    auto* const octaves = static_cast<VoronoiOctave*>(memory);
    const double q = RowPosition(frame, axes.row, run.j);
    for (std::size_t o = 0; o < args.octaves.size(); ++o) {
      VoronoiOctave& s = octaves[o];
      if (args.dimensions > 1) {
        int32_t index;
        float fraction;
        SplitOne(q, AxisOf(args.octaves[o], axes.row), &index, &fraction);
        MoveToCells(args, o, axes, shape, s, index);
        MakeRests<MetricType>(args, shape, s, fraction);
      }
      Pass(args, shape, s, args.octaves[o], o == 0, slot);
    }
  }

  // Adds one octave's share for every column of the tile.
  static HWY_INLINE void Pass(const VoronoiArgs& args, const VoronoiShape& shape,
                              const VoronoiOctave& s, const Octave& octave, bool first,
                              const Slot& slot) {
    const F32 d;
    const auto put = [&](int k, const auto& read) {
      const VF x = hn::Load(d, s.columns.x + k);
      const GridSource<MetricType, std::decay_t<decltype(read)>> source(args, shape, s, x, read);
      AddShare(octave, How::template Make<kSlopes>(args, source), first, slot, k);
    };
    const Piece* const end = s.columns.pieces + s.columns.piece_count;
    for (const Piece* piece = s.columns.pieces; piece != end; ++piece) {
      const int cell = piece->cell;
      if (piece->kind == Piece::kOneCell) {
        for (int k = piece->begin; k < piece->end; k += static_cast<int>(hn::Lanes(d)))
          put(k, [&](const float* table) { return Splat(table[cell]); });
      } else if (piece->kind == Piece::kNear) {
        const auto lanes = hn::SetTableIndices(d, s.columns.near + piece->begin);
        put(piece->begin, [&](const float* table) {
          return hn::TableLookupLanes(hn::LoadU(d, table + cell), lanes);
        });
      } else {
        const VI cells = hn::Load(I32(), s.columns.cell + piece->begin);
        put(piece->begin, [&](const float* table) { return hn::GatherIndex(d, table, cells); });
      }
    }
  }

  static constexpr Kernel kKernel{&ScratchBytes, &Prepare, &Run};
};

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
