// The cubes of cell noise, one at a time: the random numbers that say how many points a cube holds
// and where they stand. Lists of the points along rows of cubes, for grids.
//
// Based on: Steven Worley, "A Cellular Texture Basis Function", 1996. The generator of random
// numbers is the one of the C standard's example of rand, with all its 32 bits.
// Departs: cubes start from a hash of their indices, so that neighbours have nothing in common; a
// cube holds a point at least, so that every sample has one near.
#ifndef COBBLE_NOISE_CELL_CUBES_H_
#define COBBLE_NOISE_CELL_CUBES_H_

#include <array>
#include <cstdint>

#include "noise/cell/cell.h"
#include "noise/sampling/grid_axes.h"

namespace cobble {

// One or several steps of the generator at once: r becomes factor * r + addend, modulo 2^32.
struct RandomSteps {
  uint32_t factor = 1, addend = 0;

  constexpr uint32_t From(uint32_t r) const { return factor * r + addend; }
  constexpr RandomSteps AndOne() const {
    constexpr uint32_t kFactor = 1103515245, kAddend = 12345;
    return {kFactor * factor, kFactor * addend + kAddend};
  }
};

// From a cube's start: element k takes k steps. Step 1 is the count; behind it, each point takes a
// step a coordinate.
inline constexpr auto kRandomSteps = [] {
  std::array<RandomSteps, 2 + 3 * kMaxCubePoints> steps{};
  for (std::size_t k = 1; k < steps.size(); ++k) steps[k] = steps[k - 1].AndOne();
  return steps;
}();

// The step of a point's coordinate along an axis.
template <int kDims>
constexpr std::size_t StepOf(int point, int axis) {
  return static_cast<std::size_t>(2 + point * kDims + axis);
}

// Points of cubes side by side along the columns of a grid, cube after cube.
struct CubePoints {
  int32_t* begin;  // where each cube's points begin, and where the last one's end
  float *x, *y;    // where in its cube a point stands, along the columns' axis and the rows'
  float* fixed;    // its offset along the fixed axis from the samples, by the metric
  float* number;   // of cell-id; only there
};

// Where cubes side by side lie: their indices along the axes, those along the columns one each.
struct CubesPlace {
  const int32_t* columns;
  int count;
  int32_t row, fixed;
  float fixed_offset;  // of their lower sides from the samples, along the fixed axis
};

// Fills in the points.
void MakePoints(const CellArgs& args, uint32_t seed, const GridAxes& axes, const CubesPlace& place,
                CubePoints& out);

// All points above and below a place along the columns, those of one column side by side.
struct ColumnPoints {
  CubePoints points;  // by column; y: from the lower side of the samples' own row of cubes
  float* column;      // the one that a point stands in
};

// The cubes of up to three lattice rows, the lowest first, in up to three layers.
struct CubeRow {
  CubePoints layer[3];
};

// Joins the points of all rows and layers, column by column, and puts kPad zeros behind them.
void JoinColumns(const CellArgs& args, const CubeRow* rows, int columns, ColumnPoints& out);

}  // namespace cobble

#endif  // COBBLE_NOISE_CELL_CUBES_H_
