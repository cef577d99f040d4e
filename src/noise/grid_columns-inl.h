// The columns of a tile on a grid, as one octave of a lattice sees them: the cell, fraction and
// fade of each, the lattice points that they lie between, and how vectors of them read what belongs
// to their cells. Made once a tile.
#include <algorithm>
#include <cmath>

#include "noise/lattice-inl.h"
#include "noise/scratch.h"

#if defined(COBBLE_NOISE_GRID_COLUMNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_GRID_COLUMNS_INL_H_
#undef COBBLE_NOISE_GRID_COLUMNS_INL_H_
#else
#define COBBLE_NOISE_GRID_COLUMNS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Neighbouring vectors of columns that read their cell's coefficients in the same way.
struct Piece {
  enum Kind : uint16_t { kOneCell, kNear, kFar };  // kNear: all within one vector of coefficients
  uint16_t begin, end;                             // columns
  uint16_t cell;                                   // the only one, or the lowest
  Kind kind;
};

struct GridColumns {
  float *x, *t;   // fraction and fade
  float *dt, *u;  // fade's slope; t + x dt; only where slopes are wanted
  int32_t* cell;  // the cell of each column
  int32_t* near;  // in kNear pieces: the cell, counted from the piece's lowest
  Piece* pieces;
  int piece_count;
  // The lattice indices of the points along the columns; cell k lies between points k and k + 1.
  int32_t* index;
  int corners;
};

// The most lattice points that a tile can meet: each new cell adds one, or two after a gap.
inline std::size_t MostCorners(const Frame& frame, int axis, const Octave& octave, int columns) {
  const double span =
      std::ceil(std::abs(frame.column[axis] * octave.frequency[axis]) * columns) + 4;
  const int64_t gaps = frame.wrap[0] == 0 ? 1 : columns / frame.wrap[0] + 2;
  const double most = std::min<double>(2.0 * columns, span + 2.0 * static_cast<double>(gaps));
  return static_cast<std::size_t>(most) + kPad;
}

// In: `width` columns, a multiple of kPad. Null memory in `scratch`: only counts.
inline void LayOutColumns(std::size_t width, std::size_t corners, bool slopes, Scratch& scratch,
                          GridColumns* s) {
  for (float** row : {&s->x, &s->t}) *row = scratch.Take<float>(width);
  if (slopes)
    for (float** row : {&s->dt, &s->u}) *row = scratch.Take<float>(width);
  for (int32_t** row : {&s->cell, &s->near}) *row = scratch.Take<int32_t>(width);
  s->pieces = scratch.Take<Piece>(width);
  s->index = scratch.Take<int32_t>(corners);
}

// Fills q with the column axis' positions of `width` columns from the tile's first on.
inline void ColumnPositions(const Frame& frame, int axis, const Tile& tile, int width, double* q) {
  int64_t i = tile.first_column;
  if (frame.wrap[0] != 0) i = ((i % frame.wrap[0]) + frame.wrap[0]) % frame.wrap[0];
  for (int k = 0; k < width; ++k) {
    q[k] = frame.origin[axis] + static_cast<double>(i) * frame.column[axis];
    if (++i == frame.wrap[0]) i = 0;
  }
}

// Lists the lattice points that the columns lie between, so that the two of a cell stand side by
// side, and says where each column's cell begins. In: s.cell holds the lattice indices.
inline void ListCorners(GridColumns& s, int width, int64_t period, bool falling) {
  int count = 0;
  int32_t before = 0;
  for (int step = 0; step < width; ++step) {
    const int k = falling ? width - 1 - step : step;
    const int32_t index = s.cell[k];
    if (step == 0 || index != before) {
      if (step == 0 || index != NextIndex(before, period)) s.index[count++] = index;
      s.index[count++] = NextIndex(index, period);
      before = index;
    }
    s.cell[k] = count - 2;
  }
  s.corners = count;
  for (int k = 0; k < kPad; ++k) s.index[count + k] = before;  // readable, in whole vectors
}

// Cuts the columns into pieces.
inline void CutPieces(GridColumns& s, int width) {
  const int lanes = static_cast<int>(hn::Lanes(F32()));
  s.piece_count = 0;
  for (int k = 0; k < width; k += lanes) {
    const auto [least, most] = std::minmax_element(s.cell + k, s.cell + k + lanes);
    const int low = *least, spread = *most - *least;
    const Piece::Kind kind = spread == 0      ? Piece::kOneCell
                             : spread < lanes ? Piece::kNear
                                              : Piece::kFar;
    for (int lane = 0; lane < lanes; ++lane) s.near[k + lane] = s.cell[k + lane] - low;
    Piece* const last = s.piece_count > 0 ? s.pieces + s.piece_count - 1 : nullptr;
    if (kind == Piece::kOneCell && last != nullptr && last->kind == kind && last->cell == low) {
      last->end = static_cast<uint16_t>(k + lanes);
    } else {
      s.pieces[s.piece_count++] = {static_cast<uint16_t>(k), static_cast<uint16_t>(k + lanes),
                                   static_cast<uint16_t>(low), kind};
    }
  }
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
HWY_INLINE void MakeColumns(const double* q, int width, const Axis& axis, bool falling, bool slopes,
                            GridColumns& s) {
  SplitRun(q, width, axis, s.cell, s.x);
  FadeColumns(s, width, slopes);
  ListCorners(s, width, axis.period, falling);
  CutPieces(s, width);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
