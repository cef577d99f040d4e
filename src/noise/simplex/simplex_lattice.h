// The lattices of simplex noise: positions of points, and enumeration of the points in a box.
//
// Untiled noise uses the triangular lattice in 2D and the body-centred cubic one in 3D; index space
// is ordinary space skewed along its diagonal. A tiled lattice must repeat with whole periods on
// every axis: in 3D its cubes are aligned with the axes, in 2D its triangles are deformed:
//
//   y = 2   (1,2)   (2,2)   (3,2)       every other row is shifted by half a unit:
//   y = 1       (1,1)   (2,1)           index (i, j) is at x = i - j / 2, y = j
//   y = 0   (0,0)   (1,0)   (2,0)
//           x = 0   x = 1   x = 2
//
// Lengths are in lattice units, as SimplexLattice::basis; units_per_cell converts from cells.
#pragma once

#include <cstddef>

namespace cobble {

inline constexpr double kSqrt3 = 1.7320508075688772;

// The point with index n is at the sum of n[k] * basis[k], in lattice units.
struct SimplexLattice {
  int dimensions;
  double basis[3][3];       // basis[k][a]: component of basis vector k along axis a
  double volume_per_point;  // the absolute determinant of the basis
  double units_per_cell;    // lattice units per cell

  SimplexLattice(int dimensions, bool tiled);
};

struct LatticeBox {
  double low[3], high[3];
};

// Returns an upper bound on the number of points in any box of these extents.
std::size_t MaxLatticePoints(const SimplexLattice& lattice, const double* extents);

// Lists the points inside the box, at most `maximum`, in ascending order of their indices: index k
// of point p goes to index[k][p]. The index `innermost` varies fastest; the walk is cheapest if
// that is the axis along which the box is longest. Returns the number of points.
int ListLatticePoints(const SimplexLattice& lattice, const LatticeBox& box, int innermost,
                      int maximum, double* const* index);

}  // namespace cobble
