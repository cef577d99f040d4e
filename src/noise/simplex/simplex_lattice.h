// The lattices whose points simplex noise sums kernels around: where their points stand, and which
// of them lie in a box.
#ifndef COBBLE_NOISE_SIMPLEX_SIMPLEX_LATTICE_H_
#define COBBLE_NOISE_SIMPLEX_SIMPLEX_LATTICE_H_

#include <cstddef>

namespace cobble {

inline constexpr double kSqrt3 = 1.7320508075688772;

// The point of index n stands at the sum of n[k] * step[k], in the lattice's own units.
struct SimplexLattice {
  int dimensions;
  double step[3][3];  // step[k][a]: what one more of index k adds along axis a
  double cell;        // the volume that belongs to one point
  double unit;        // what a cell's length is in the lattice's own

  // The lattice of untiled or tiled noise.
  SimplexLattice(int dimensions, bool tiled);
};

struct LatticeBox {
  double low[3], high[3];
};

// No fewer than the points in any box of these extents.
std::size_t MaxLatticePoints(const SimplexLattice& lattice, const double* extents);

// Lists the points in the box in rising order of their indices, index `innermost` running fastest
// (soonest done where the box is longest along the axis of that number): n[k][0 .. count - 1]. No
// more than `most` are written. Out: the count.
int ListLatticePoints(const SimplexLattice& lattice, const LatticeBox& box, int innermost,
                      int maximum, double* const* n);

}  // namespace cobble

#endif  // COBBLE_NOISE_SIMPLEX_SIMPLEX_LATTICE_H_
