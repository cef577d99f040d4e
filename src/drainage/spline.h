// Uniform cubic B-splines of values at the middles of cells, and such values of a surface that is
// known at nodes.
#pragma once

#include <array>

#include "drainage/grid.h"

namespace cobble::drainage {

// Returns the weights of four values in a row, at t = 0..1 between the two in the middle.
// Based on: I. J. Schoenberg, "Contributions to the problem of approximation of equidistant data by
// analytic functions", 1946.
std::array<double, 4> SplineWeights(double t);

// Where a spline is sampled along one axis: its four values and their weights.
struct SplinePlace {
  std::array<int, 4> at{};
  std::array<double, 4> weights{};

  // In: position, in cells from the middle of the first.
  SplinePlace(const Cells& cells, double position);

  // Returns the weighted sum of the values that a function returns for each of the four.
  template <typename ValueAt>
  double Sum(const ValueAt& value) const {
    return (weights[0] * value(at[0]) + weights[1] * value(at[1])) +
           (weights[2] * value(at[2]) + weights[3] * value(at[3]));
  }
};

double SplineAt(const Cells& cells, const Values& values, const Vector& at);

// Returns the values at the middles of the cells: of planes fitted to the nodes of the 3 x 3 cells
// around by least squares, limited to the values of these nodes.
Values AtMiddles(const Grid& grid, const Values& at_nodes, const Team& team);

// Returns the spline of `coarse` at the nodes of a grid that is `factor` times as fine.
Values AtNodes(const Cells& coarse, const Values& values, const Grid& fine, const Team& team);

}  // namespace cobble::drainage
