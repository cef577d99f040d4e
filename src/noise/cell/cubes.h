// The points in the cubes of cell noise: the random number generator for their count and positions,
// and lists of the points along rows of cubes, for grids.
//
// Based on: Steven Worley, "A Cellular Texture Basis Function", 1996. The generator is the linear
// congruential one from the C standard's example implementation of rand, but all 32 bits are used.
// Departs: a cube's generator starts from a hash of the cube's indices, which makes neighbouring
// cubes uncorrelated; a cube has at least one point, so that every sample has one nearby.
#pragma once

#include <array>
#include <cstdint>

#include "noise/cell/cell.h"
#include "noise/sampling/grid_axes.h"

namespace cobble {

// Several steps of the generator, combined: r becomes factor * r + addend, modulo 2^32.
struct RandomSteps {
  uint32_t factor = 1, addend = 0;

  constexpr uint32_t Apply(uint32_t r) const { return factor * r + addend; }
  constexpr RandomSteps PlusOne() const {
    constexpr uint32_t kFactor = 1103515245, kAddend = 12345;
    return {kFactor * factor, kFactor * addend + kAddend};
  }
};

// Element k takes k steps from the start of a cube. Step 1 gives the number of points, the
// following steps the coordinates: x0 y0 z0 x1 y1 z1 .. in 3D.
inline constexpr auto kRandomSteps = [] {
  std::array<RandomSteps, 2 + 3 * kMaxCubePoints> steps{};
  for (std::size_t k = 1; k < steps.size(); ++k) steps[k] = steps[k - 1].PlusOne();
  return steps;
}();

template <int kDims>
constexpr std::size_t CoordinateStep(int point, int axis) {
  return static_cast<std::size_t>(2 + point * kDims + axis);
}

// The points of a strip of cubes, which are adjacent along the column axis, cube by cube.
struct CubePoints {
  int32_t* begin;  // of each cube's points; a final entry marks the end of the last cube's points
  float *x, *y;    // position in the cube, along the column axis and the row axis
  float* fixed;  // the metric's First, applied to the offset from the samples along the fixed axis
  // What the nearest point carries: its cell-id or, for u, v and w, its offset from the samples
  // along the fixed axis. Null for functions of distances.
  float* carried;
};

struct CubeStrip {
  const int32_t* columns;  // along the column axis, one per cube
  int count;
  int32_t row, fixed;  // along the other axes, the same for all cubes
  float fixed_offset;  // of the cubes' lower sides from the samples, along the fixed axis
};

void MakePoints(const CellArgs& args, uint32_t seed, const GridAxes& axes, const CubeStrip& strip,
                CubePoints& out);

// The points of several rows and layers of cubes, merged by column (cubes with the same index along
// the column axis), so the points of the 2 reach + 1 columns around a sample's cube are contiguous.
struct ColumnPoints {
  CubePoints points;  // y: from the lower side of the samples' row of cubes
  float* column;      // the column of each point, counted from 0
};

// A lattice row of cubes, in layers along the fixed axis.
struct CubeRow {
  CubePoints layer[2 * kMaxCubeReach + 1];
};

// Merges the lattice rows around the samples, in ascending order. Appends kPad zeros.
void MergeColumns(const CellArgs& args, const CubeRow* rows, int columns, ColumnPoints& out);

}  // namespace cobble
