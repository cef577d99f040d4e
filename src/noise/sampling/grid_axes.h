// The axes of a noise on a grid, named after the picture coordinate that they depend on.
#pragma once

#include <array>
#include <utility>

#include "noise/kernel.h"

namespace cobble {

// The fixed axis depends on neither column nor row. An axis >= `dimensions` is unused.
struct GridAxes {
  int column = 0, row = 1, fixed = 2;

  // Returns 0 for the column axis, 1 for the row axis and 2 for the fixed axis, which has no slope.
  // Slopes on grids are numbered the same (Slot).
  int NumberOf(int axis) const {
    if (axis == column) return 0;
    return axis == row ? 1 : 2;
  }
};

inline GridAxes GridAxesOf(const Frame& frame, int dimensions) {
  GridAxes axes;
  for (int a = 0; a < dimensions; ++a)
    if (frame.column[a] != 0) axes.column = a;
  axes.row = (axes.column + 1) % 3;
  axes.fixed = 3 - axes.column - axes.row;
  const bool swap = dimensions == 3 ? frame.row[axes.fixed] != 0 : axes.row >= dimensions;
  if (swap) std::swap(axes.row, axes.fixed);
  return axes;
}

// Returns the axis of each slope (Slot).
inline std::array<int, 3> SlopeAxes(const Frame& frame, int dimensions) {
  if (frame.kind != Frame::kGrid) return {0, 1, 2};
  const GridAxes axes = GridAxesOf(frame, dimensions);
  return {axes.column, axes.row, axes.fixed};
}

// Returns the frame kind, judged by the first `dimensions` axes: kGrid if exactly one axis depends
// on the column, at most one on the row, and none on both; else kAffine.
inline Frame::Kind KindOf(const Frame& frame, int dimensions) {
  int columns = 0, rows = 0;
  for (int a = 0; a < dimensions; ++a) {
    if (frame.column[a] != 0 && frame.row[a] != 0) return Frame::kAffine;
    columns += frame.column[a] != 0;
    rows += frame.row[a] != 0;
  }
  return columns == 1 && rows <= 1 ? Frame::kGrid : Frame::kAffine;
}

}  // namespace cobble
