// Enumerates the lattice points inside a box by nested loops over the indices: the range of each
// index follows from the box after all later indices are eliminated.
// Based on: Fourier-Motzkin elimination, which is exact for these intervals.
#include "noise/simplex/simplex_lattice.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cobble {
namespace {

// The lattices' covering radius, rounded up: the maximum distance to the nearest lattice point.
constexpr double kCoveringRadius = 0.7;

struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  Interval Times(double factor) const {
    return {std::min(low * factor, high * factor), std::max(low * factor, high * factor)};
  }
  Interval Minus(const Interval& other) const { return {low - other.high, high - other.low}; }
  // Returns the part where factor * x is within `bounds`. A factor of 0 does not constrain x.
  Interval Where(double factor, const Interval& bounds) const {
    if (std::abs(factor) < 1e-9) return *this;
    const Interval constraint = bounds.Times(1 / factor);
    return {std::max(low, constraint.low), std::min(high, constraint.high)};
  }
};

// The nested loops, one level per index. Level 0 is the outermost.
class Walk {
 public:
  Walk(const SimplexLattice& lattice, int innermost, int maximum, double* const* out)
      : dimensions_(lattice.dimensions), max_(maximum) {
    for (int k = 0; k < dimensions_; ++k) {
      const int index = (innermost + 1 + k) % dimensions_;
      basis_[k] = lattice.basis[index];
      out_[k] = out[index];
    }
  }

  // Loops over the indices of level k and deeper. In: `rest`, by axis the interval for the sum of
  // their terms index * basis vector: the box minus the outer levels' terms.
  void Loop(int k, const Interval* rest) {
    const Interval range = RangeOf(k, rest);
    const double last = std::floor(range.high);
    for (index_[k] = std::ceil(range.low); index_[k] <= last && count_ < max_; ++index_[k]) {
      if (k == 2 || k + 1 == dimensions_) {
        Emit();
        continue;
      }
      Interval inner_rest[3];
      for (int a = 0; a < dimensions_; ++a) {
        const double term = index_[k] * basis_[k][a];
        inner_rest[a] = rest[a].Minus({term, term});
      }
      Loop(k + 1, inner_rest);
    }
  }

  int count() const { return count_; }

 private:
  // Returns the range of index k, with the indices of the deeper levels eliminated.
  Interval RangeOf(int k, const Interval* rest) const {
    const int deeper = dimensions_ - 1 - k;
    Interval range;
    if (deeper == 0) {
      for (int a = 0; a < dimensions_; ++a) range = range.Where(basis_[k][a], rest[a]);
    } else if (deeper == 1) {
      // With positions p, next[b] * p[a] - next[a] * p[b] does not depend on index k + 1.
      for (int a = 0; a < dimensions_; ++a)
        for (int b = a + 1; b < dimensions_; ++b) {
          const double* const next = basis_[k + 1];
          const double* const current = basis_[k];
          range = range.Where(current[a] * next[b] - current[b] * next[a],
                              rest[a].Times(next[b]).Minus(rest[b].Times(next[a])));
        }
    } else {
      // The cross product of the two deeper basis vectors is normal to both.
      const double* const u = basis_[k + 1];
      const double* const v = basis_[k + 2];
      Interval along_normal{0, 0};
      double factor = 0;
      for (int a = 0; a < 3; ++a) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        const double normal = u[b] * v[c] - u[c] * v[b];
        along_normal = along_normal.Minus(rest[a].Times(-normal));
        factor += normal * basis_[k][a];
      }
      range = range.Where(factor, along_normal);
    }
    return range;
  }

  void Emit() {
    for (int k = 0; k < dimensions_; ++k) out_[k][count_] = index_[k];
    ++count_;
  }

  const int dimensions_, max_;
  const double* basis_[3] = {};  // by level, like the arrays below
  double* out_[3] = {};
  double index_[3] = {0, 0, 0};
  int count_ = 0;
};

}  // namespace

SimplexLattice::SimplexLattice(int dimensions_in, bool tiled) : dimensions(dimensions_in), basis{} {
  // Untiled, basis vector k is the unit vector of axis k minus `unskew` on every axis.
  const double unskew = dimensions == 2 ? (3 - kSqrt3) / 6 : 1.0 / 6;
  for (int k = 0; k < dimensions; ++k)
    for (int a = 0; a < dimensions; ++a) {
      const double unit = k == a ? 1 : 0;
      basis[k][a] = dimensions == 1 ? 1 : unit - unskew;
      if (tiled && dimensions == 3) basis[k][a] = 0.5 - unit;
    }
  if (tiled && dimensions == 2) {
    basis[0][0] = 1;
    basis[0][1] = 0;
    basis[1][0] = -0.5;
    basis[1][1] = 1;
  }
  units_per_cell = dimensions == 2 ? 1 / kSqrt3 : 0.6;
  if (tiled || dimensions == 1) units_per_cell = 1;
  volume_per_point = dimensions == 2 && !tiled ? 1 / kSqrt3 : 1;
  if (dimensions == 3) volume_per_point = 0.5;
}

std::size_t MaxLatticePoints(const SimplexLattice& lattice, const double* extents) {
  // The points' Voronoi cells do not overlap and are in the box grown by the covering radius.
  double volume = 1;
  for (int a = 0; a < lattice.dimensions; ++a) volume *= extents[a] + 2 * kCoveringRadius;
  return static_cast<std::size_t>(volume / lattice.volume_per_point) + 1;
}

int ListLatticePoints(const SimplexLattice& lattice, const LatticeBox& box, int innermost,
                      int maximum, double* const* index) {
  Interval rest[3];
  for (int a = 0; a < lattice.dimensions; ++a) rest[a] = {box.low[a], box.high[a]};
  Walk walk(lattice, innermost, maximum, index);
  walk.Loop(0, rest);
  return walk.count();
}

}  // namespace cobble
