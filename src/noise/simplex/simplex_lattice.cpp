// Finding the points of a lattice in a box, index by index: the range of an index is what the box
// leaves it once all later ones are eliminated.
// Based on: the elimination of Fourier and Motzkin, which is exact for these intervals.
#include "noise/simplex/simplex_lattice.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cobble {
namespace {

// No point of the plane or of space is farther from the next lattice point than this.
constexpr double kCovering = 0.7;

struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  Interval Times(double factor) const {
    return {std::min(low * factor, high * factor), std::max(low * factor, high * factor)};
  }
  Interval Minus(const Interval& other) const { return {low - other.high, high - other.low}; }
  // What is left of it where factor * x lies in `bounds`. A factor of 0 says nothing of x.
  Interval Where(double factor, const Interval& bounds) const {
    if (std::abs(factor) < 1e-9) return *this;
    const Interval each = bounds.Times(1 / factor);
    return {std::max(low, each.low), std::min(high, each.high)};
  }
};

// Walks through the indices, narrowing what is left of the box, axis by axis.
class Walk {
 public:
  Walk(const SimplexLattice& lattice, int innermost, int maximum, double* const* n)
      : dimensions_(lattice.dimensions), max_(maximum) {
    for (int k = 0; k < dimensions_; ++k) {
      const int index = (innermost + 1 + k) % dimensions_;
      step_[k] = lattice.step[index];
      n_[k] = n[index];
    }
  }

  // In: what indices from k on have left to add along each axis.
  void From(int k, const Interval* left) {
    const Interval range = RangeOf(k, left);
    const double last = std::floor(range.high);
    for (index_[k] = std::ceil(range.low); index_[k] <= last && count_ < max_; ++index_[k]) {
      if (k == 2 || k + 1 == dimensions_) {
        Put();
        continue;
      }
      Interval rest[3];
      for (int a = 0; a < dimensions_; ++a) {
        const double by = index_[k] * step_[k][a];
        rest[a] = left[a].Minus({by, by});
      }
      From(k + 1, rest);
    }
  }

  int count() const { return count_; }

 private:
  // The range of index k, all later ones eliminated.
  Interval RangeOf(int k, const Interval* left) const {
    const int later = dimensions_ - 1 - k;
    Interval range;
    if (later == 0) {
      for (int a = 0; a < dimensions_; ++a) range = range.Where(step_[k][a], left[a]);
    } else if (later == 1) {
      // p step[k + 1][b] - q step[k + 1][a] holds nothing of index k + 1.
      for (int a = 0; a < dimensions_; ++a)
        for (int b = a + 1; b < dimensions_; ++b) {
          const double* const next = step_[k + 1];
          const double* const own = step_[k];
          range = range.Where(own[a] * next[b] - own[b] * next[a],
                              left[a].Times(next[b]).Minus(left[b].Times(next[a])));
        }
    } else {
      // The vector product of the two later steps is normal to both.
      const double* const u = step_[k + 1];
      const double* const v = step_[k + 2];
      Interval along{0, 0};
      double factor = 0;
      for (int a = 0; a < 3; ++a) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        const double normal = u[b] * v[c] - u[c] * v[b];
        along = along.Minus(left[a].Times(-normal));
        factor += normal * step_[k][a];
      }
      range = range.Where(factor, along);
    }
    return range;
  }

  void Put() {
    for (int k = 0; k < dimensions_; ++k) n_[k][count_] = index_[k];
    ++count_;
  }

  const int dimensions_, max_;
  const double* step_[3] = {};  // of the indices in their order, the innermost last
  double* n_[3] = {};
  double index_[3] = {0, 0, 0};
  int count_ = 0;
};

}  // namespace

SimplexLattice::SimplexLattice(int dimensions_in, bool tiled) : dimensions(dimensions_in), step{} {
  // Untiled, all steps lean towards the diagonal by `lean` on every axis.
  const double lean = dimensions == 2 ? (3 - kSqrt3) / 6 : 1.0 / 6;
  for (int k = 0; k < dimensions; ++k)
    for (int a = 0; a < dimensions; ++a) {
      const double own = k == a ? 1 : 0;
      step[k][a] = dimensions == 1 ? 1 : own - lean;
      if (tiled && dimensions == 3) step[k][a] = 0.5 - own;
    }
  if (tiled && dimensions == 2) {
    step[0][0] = 1;
    step[0][1] = 0;
    step[1][0] = -0.5;
    step[1][1] = 1;
  }
  unit = tiled || dimensions == 1 ? 1 : dimensions == 2 ? 1 / kSqrt3 : 0.6;
  cell = dimensions == 3 ? 0.5 : dimensions == 2 && !tiled ? 1 / kSqrt3 : 1;
}

std::size_t MaxLatticePoints(const SimplexLattice& lattice, const double* extents) {
  // The cells of the points do not overlap, and lie in the box and what is near it.
  double volume = 1;
  for (int a = 0; a < lattice.dimensions; ++a) volume *= extents[a] + 2 * kCovering;
  return static_cast<std::size_t>(volume / lattice.cell) + 1;
}

int ListLatticePoints(const SimplexLattice& lattice, const LatticeBox& box, int innermost,
                      int maximum, double* const* n) {
  Interval left[3];
  for (int a = 0; a < lattice.dimensions; ++a) left[a] = {box.low[a], box.high[a]};
  Walk walk(lattice, innermost, maximum, n);
  walk.From(0, left);
  return walk.count();
}

}  // namespace cobble
