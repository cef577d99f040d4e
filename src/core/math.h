// Elementary functions in double with the same bits on every machine, unlike libm's. They compute
// the constants of a Program, not pixels. Errors: against 80-bit references (tests/unit/core).
#pragma once

#include <algorithm>
#include <limits>

namespace cobble {

inline constexpr double kPi = 3.14159265358979323846;

struct SinCos {
  double sin, cos;
};

// Returns sine and cosine. In: degrees, |degrees| <= 2^40. Out: -1..1, exact at every multiple of
// 90. Error: below 2e-16. Source: Taylor series on -45..45 degrees, after exact range reduction.
SinCos SinCosDegrees(double degrees);

// Returns sine and cosine of an angle in turns. In: |turns| <= 2^40. Out: -1..1, exact at every
// quarter turn. Error: below 2e-16. Source: as for SinCosDegrees.
SinCos SinCosTurns(double turns);

// In: any x. Out: e^x; 0 below -745, infinity above 710. Error: below 1 ULP for normal results.
// Source: e^x = 2^n e^r, |r| <= ln 2 / 2, with the Taylor series of e^r.
double Exp(double x);

// In: x > 0, normal. Out: ln x. Error: below 1 ULP. Source: ln x = n ln 2 + ln m, sqrt(1/2) <= m <=
// sqrt 2, with the Taylor series of ln m = 2 atanh((m - 1) / (m + 1)).
double Log(double x);

// Returns the nearest finite float. Clamps values beyond float32's range, such as the reciprocal of
// a tiny difference between bounds.
inline float ToFloat(double x) {
  constexpr double kMax = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(x, -kMax, kMax));
}

// Returns a quantile of the standard normal distribution. In: 0 < p < 1. Out: monotone within the
// error. Error: below 1e-6 for p in 1e-10..1 - 1e-10. Source: M. J. Wichura, "Algorithm AS 241: The
// Percentage Points of the Normal Distribution", 1988: its rational functions of 7 digits.
double NormalQuantile(double p);

}  // namespace cobble
