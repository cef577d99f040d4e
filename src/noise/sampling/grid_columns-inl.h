// The columns of a tile on a grid, as one octave of a lattice sees them: the cell, fraction and
// fade of each, the lattice points that they lie between, and how vectors of them read what belongs
// to their cells. Made once a tile.
#include <algorithm>
#include <cmath>

#include "noise/math/fade-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/positions-inl.h"
#include "noise/sampling/scratch.h"
#include "noise/sampling/split-inl.h"

#if defined(COBBLE_NOISE_SAMPLING_GRID_COLUMNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_SAMPLING_GRID_COLUMNS_INL_H_
#undef COBBLE_NOISE_SAMPLING_GRID_COLUMNS_INL_H_
#else
#define COBBLE_NOISE_SAMPLING_GRID_COLUMNS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Neighbouring vectors of columns that read their cell's coefficients in the same way.
struct Piece {
  enum Kind : uint16_t { kOneCell, kNear, kFar };  // kNear: all within one vector of coefficients
  uint16_t begin, end;                             // columns
  uint16_t cell;                                   // the only one, or the first vector's lowest
  Kind kind;
};

// How vectors of columns, or of whatever else lies in cells, read what belongs to these.
struct CellReads {
  int32_t* cell;  // the cell of each
  int32_t* near;  // in kNear pieces: the cell, counted from the lowest of its vector
  Piece* pieces;
  int piece_count;
};

struct GridColumns : CellReads {
  float *x, *t;   // fraction and fade
  float *dt, *u;  // fade's slope; t + x dt; only where slopes are wanted
  // The lattice indices that the columns read, in order: those of a column's cell start at place
  // `cell` of the list, its own index less the neighbours below, and end with those above.
  int32_t* index;
  int corners;
};

// Which neighbours of its own lattice index a column reads: 0 and 1 of a cell's two corners, -1 to
// 1 or -2 to 2 of neighbouring cells.
struct NeighbourRange {
  int below, above;

  int count() const { return below + above + 1; }
};

// The most lattice indices that a tile can list: each new cell adds one, or all its own after a
// gap.
inline std::size_t MaxCorners(const Frame& frame, int axis, const Octave& octave, int columns,
                              const NeighbourRange& neighbours) {
  const double span =
      std::ceil(std::abs(frame.column[axis] * octave.frequency[axis]) * columns) + 4;
  const int64_t gaps = frame.wrap[0] == 0 ? 1 : columns / frame.wrap[0] + 2;
  const double each = neighbours.count();
  // A step of one cell adds one, of s > 1 cells `each`, which is at most s * each / 2.
  const double maximum =
      std::min<double>(each * columns, span * each / 2 + each * static_cast<double>(gaps + 1));
  return static_cast<std::size_t>(maximum) + kPad;
}

// The most spans of columns in one cell, none longer than `longest`, that a tile can have.
inline std::size_t MaxColumnSpans(const Frame& frame, int axis, const Octave& octave, int columns,
                                  int longest) {
  const double span = std::ceil(std::abs(frame.column[axis] * octave.frequency[axis]) * columns);
  const int64_t gaps = frame.wrap[0] == 0 ? 0 : columns / frame.wrap[0] + 1;
  const double maximum = span + static_cast<double>(2 * (gaps + 1) + columns / longest);
  return static_cast<std::size_t>(std::min<double>(columns, maximum));
}

inline void LayOutReads(std::size_t width, Scratch& scratch, CellReads* s) {
  for (int32_t** row : {&s->cell, &s->near}) *row = scratch.Take<int32_t>(width);
  s->pieces = scratch.Take<Piece>(width);
}

// In: `width` columns, a multiple of kPad. Null memory in `scratch`: only counts.
inline void LayOutColumns(std::size_t width, std::size_t corners, bool slopes, Scratch& scratch,
                          GridColumns* s) {
  for (float** row : {&s->x, &s->t}) *row = scratch.Take<float>(width);
  if (slopes)
    for (float** row : {&s->dt, &s->u}) *row = scratch.Take<float>(width);
  LayOutReads(width, scratch, s);
  s->index = scratch.Take<int32_t>(corners);
}

// Fills q with the column axis' positions of `width` columns from the tile's first on; writes up to
// kPad more.
HWY_INLINE void ColumnPositions(const Frame& frame, int axis, const Tile& tile, int width,
                                double* q) {
  AffinePositions(frame, {tile.first_column, 0, width}, axis, q);
}

// The position of row j on an axis that does not depend on the column.
inline double RowPosition(const Frame& frame, int axis, int64_t j) {
  return frame.origin[axis] + static_cast<double>(Reduce(j, frame.wrap[1])) * frame.row[axis];
}

// Lists the lattice indices that the columns read, so that those of one column stand side by side,
// and says where each column's begin. In: s.cell holds the columns' own indices.
HWY_INLINE void ListCorners(GridColumns& s, int width, int64_t period, bool falling,
                            const NeighbourRange& neighbours) {
  const I32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  int count = 0;
  int32_t before = 0;
  const auto list = [&](int k) {
    const int32_t index = s.cell[k];
    if (count == 0 || index != before) {
      const bool follows = count != 0 && index == NextIndex(before, period);
      for (int r = follows ? neighbours.above : -neighbours.below; r <= neighbours.above; ++r)
        s.index[count++] = ShiftIndex(index, r, period);
      before = index;
    }
    s.cell[k] = count - neighbours.count();
  };
  for (int step = 0; step < width; step += lanes) {
    const int k = falling ? width - lanes - step : step;
    // Most vectors lie in the cell of the column before.
    if (count != 0 && hn::AllTrue(d, hn::Load(d, s.cell + k) == hn::Set(d, before))) {
      hn::Store(hn::Set(d, count - neighbours.count()), d, s.cell + k);
      continue;
    }
    for (int lane = 0; lane < lanes; ++lane) list(falling ? k + lanes - 1 - lane : k + lane);
  }
  s.corners = count;
  for (int k = 0; k < kPad; ++k) s.index[count + k] = before;  // readable, in whole vectors
}

// Cuts what lies in s.cell into pieces.
HWY_INLINE void CutPieces(CellReads& s, int width) {
  const I32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  s.piece_count = 0;
  for (int k = 0; k < width; k += lanes) {
    const VI cells = hn::Load(d, s.cell + k);
    const int low = hn::GetLane(hn::MinOfLanes(d, cells));
    const int spread = hn::GetLane(hn::MaxOfLanes(d, cells)) - low;
    const Piece::Kind kind = spread == 0      ? Piece::kOneCell
                             : spread < lanes ? Piece::kNear
                                              : Piece::kFar;
    hn::Store(cells - hn::Set(d, low), d, s.near + k);
    Piece* const last = s.piece_count > 0 ? s.pieces + s.piece_count - 1 : nullptr;
    if (kind == Piece::kOneCell && last != nullptr && last->kind == kind && last->cell == low) {
      last->end = static_cast<uint16_t>(k + lanes);
    } else {
      s.pieces[s.piece_count++] = {static_cast<uint16_t>(k), static_cast<uint16_t>(k + lanes),
                                   static_cast<uint16_t>(low), kind};
    }
  }
}

// Joins short pieces, which cost more to tell apart than to read: up to two vectors of one cell
// become near ones, and pieces of near vectors follow each other in one. The lowest cell of a near
// vector is that of its first column less `near`.
inline void JoinNear(GridColumns& s) {
  const int lanes = static_cast<int>(hn::Lanes(F32()));
  int count = 0;
  for (const Piece* piece = s.pieces; piece != s.pieces + s.piece_count; ++piece) {
    Piece next = *piece;
    if (next.kind == Piece::kOneCell && next.end - next.begin <= 2 * lanes && lanes > 1)
      next.kind = Piece::kNear;
    Piece* const last = count > 0 ? s.pieces + count - 1 : nullptr;
    if (next.kind == Piece::kNear && last != nullptr && last->kind == Piece::kNear)
      last->end = next.end;
    else
      s.pieces[count++] = next;
  }
  s.piece_count = count;
}

// Calls one_cell(piece) for pieces of one cell, and body(k, read) for every other vector;
// read(table) is what stands in a table for its cells.
template <class OneCell, class Body>
HWY_INLINE void ForPieces(const CellReads& s, const OneCell& one_cell, const Body& body) {
  const F32 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const Piece* const end = s.pieces + s.piece_count;
  for (const Piece* piece = s.pieces; piece != end; ++piece) {
    if (piece->kind == Piece::kOneCell) {
      one_cell(*piece);
    } else if (piece->kind == Piece::kNear) {
      for (int k = piece->begin; k < piece->end; k += lanes) {
        const int low = s.cell[k] - s.near[k];
        const auto places = hn::SetTableIndices(d, s.near + k);
        body(k, [&](const float* table) {
          return hn::TableLookupLanes(hn::LoadU(d, table + low), places);
        });
      }
    } else {
      for (int k = piece->begin; k < piece->end; k += lanes) {
        const VI cells = hn::Load(I32(), s.cell + k);
        body(k, [&](const float* table) { return hn::GatherIndex(d, table, cells); });
      }
    }
  }
}

// The same for every vector alike.
template <class Body>
HWY_INLINE void ForPieces(const CellReads& s, const Body& body) {
  const auto one_cell = [&](const Piece& piece) {
    const int cell = piece.cell;
    for (int k = piece.begin; k < piece.end; k += static_cast<int>(hn::Lanes(F32())))
      body(k, [&](const float* table) { return Broadcast(table[cell]); });
  };
  ForPieces(s, one_cell, body);
}

// Neighbouring columns in one cell, and their fractions' bounds.
struct ColumnSpan {
  uint16_t begin, end;
  uint16_t cell;
  float low, high;
};

// Cuts the columns into spans of at most `longest`. Out: how many.
inline int CutColumnSpans(const GridColumns& columns, int width, int longest, ColumnSpan* spans) {
  int count = 0;
  for (int k = 0; k < width;) {
    int end = k + 1;
    while (end < width && end - k < longest && columns.cell[end] == columns.cell[k]) ++end;
    const auto [low, high] = std::minmax_element(columns.x + k, columns.x + end);
    spans[count++] = {static_cast<uint16_t>(k), static_cast<uint16_t>(end),
                      static_cast<uint16_t>(columns.cell[k]), *low, *high};
    k = end;
  }
  return count;
}

HWY_INLINE void FadeColumns(const GridColumns& s, int width, bool slopes) {
  const F32 d;
  ForVectors(width, [&](int k) {
    const VF x = hn::Load(d, s.x + k);
    const VF t = Fade(x);
    hn::Store(t, d, s.t + k);
    if (!slopes) return;
    const VF dt = FadeSlope(x);
    hn::Store(dt, d, s.dt + k);
    hn::Store(Fma(x, dt, t), d, s.u + k);
  });
}

// Fills in everything. In: the columns' positions on that axis; whether they fall.
HWY_INLINE void MakeColumns(const double* q, int width, const Axis& axis, bool falling,
                            const NeighbourRange& neighbours, bool slopes, GridColumns& s) {
  SplitRun(q, width, axis, s.cell, s.x);
  FadeColumns(s, width, slopes);
  ListCorners(s, width, axis.period, falling, neighbours);
  CutPieces(s, width);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
