// Distances to feature points, and where their slopes jump; shared by the oracles of Voronoi
// and cell noise.
#pragma once

#include <algorithm>
#include <cmath>

#include "support/oracle/family.h"

namespace cobble::test {

struct Distance {
  double length = 0;
  Vec3 slope{};  // with respect to the sample's position
};

Distance Measure(Metric metric, const Vec3& offset);

// Returns whether an error of `blur` could change the slope of the distance to a point at `offset`.
bool IsCrease(Metric metric, int dimensions, const Vec3& offset, double blur);

inline bool Differ(const Vec3& a, const Vec3& b) {
  for (int k = 0; k < 3; ++k)
    if (std::abs(a[k] - b[k]) > 1e-9) return true;
  return false;
}

// Returns whether an error of `blur` could change the slope: because a point other than `chosen` is
// chosen, the distance is clamped to `limit`, or the distance is at a crease.
template <class Points>
bool IsRidge(const Points& points, const typename Points::value_type& chosen, Metric metric,
             int dimensions, double limit, double blur) {
  const double length = chosen.distance.length;
  if (length > limit + 4 * blur) return false;
  for (const auto& point : points)
    if (std::abs(point.distance.length - length) < 4 * blur &&
        Differ(point.distance.slope, chosen.distance.slope))
      return true;
  return length > limit - 4 * blur || IsCrease(metric, dimensions, chosen.offset, blur);
}

inline Distance Limited(const Distance& distance, double limit) {
  return distance.length <= limit ? distance : Distance{limit, {}};
}

}  // namespace cobble::test
