// The oracle's result for a node at a position: value, slope, and the error allowed for float32.
#pragma once

#include <algorithm>
#include <cmath>

#include "support/oracle/gradient.h"

namespace cobble::test {

struct Bounds {
  double low = 0, high = 0;
};

struct OracleSample {
  double value = 0;
  Vec3 slope{};  // with respect to P
  // The allowed errors of the value and a slope, in units of one noise's tolerance.
  double value_slack = 0, slope_slack = 0;
  bool kink = false;  // near a fold or ridge: rounding decides the side of the slope
  bool jump = false;  // rounding even decides the value
};

// The golden values' tolerances: values absolutely, slopes relative to 1 + the largest.
inline constexpr double kValueTolerance = 2e-5, kSlopeTolerance = 2e-3;

// The slack of a number of magnitude 1 in float32: three roundings of 6e-8 each.
inline constexpr double kRounding = 0.01;

inline double Largest(const Vec3& v) {
  return std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
}

}  // namespace cobble::test
