// What the oracle says of a node at a position: value, slope, and how far float32 may stray.
#ifndef COBBLE_TESTS_SUPPORT_ORACLE_SAMPLE_H_
#define COBBLE_TESTS_SUPPORT_ORACLE_SAMPLE_H_

#include <algorithm>
#include <cmath>

#include "support/oracle_gradient.h"

namespace cobble::test {

struct Bounds {
  double low = 0, high = 0;
};

struct OracleSample {
  double value = 0;
  Vec3 slope{};  // with respect to P
  // In units of the tolerance of one noise: how far the value, and how far a slope, may be off.
  double value_slack = 0, slope_slack = 0;
  bool kink = false;  // a fold or ridge is so near that rounding decides the slope's side
  bool jump = false;  // or even the value's
};

// The tolerances of the golden values: values absolutely, slopes relative to 1 + the largest.
inline constexpr double kValueTolerance = 2e-5, kSlopeTolerance = 2e-3;

// The slack of a number of size 1 that float32 holds: 6e-8, three times rounded.
inline constexpr double kRounding = 0.01;

inline double Largest(const Vec3& v) {
  return std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
}

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_ORACLE_SAMPLE_H_
