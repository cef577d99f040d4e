// Which axes of a grid follow the columns and the rows of a picture.
#ifndef COBBLE_NOISE_SAMPLING_GRID_AXES_H_
#define COBBLE_NOISE_SAMPLING_GRID_AXES_H_

#include <utility>

#include "noise/kernel.h"

namespace cobble {

// The axis that follows the columns, the one that may follow the rows, and the one that is fixed;
// those not below `dimensions` are not used.
struct GridAxes {
  int column = 0, row = 1, fixed = 2;
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

// The form of the frame's first axes: a grid where one of them follows the columns alone, at most
// one other the rows alone, and none both.
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

#endif  // COBBLE_NOISE_SAMPLING_GRID_AXES_H_
