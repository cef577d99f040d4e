// Elementary functions of cobble's own, in double: the same bits on every machine, which no libm
// promises. For the constants of a Program, not for pixels. Their errors are measured against
// 80-bit references (tests/unit/core).
#ifndef COBBLE_CORE_MATH_H_
#define COBBLE_CORE_MATH_H_

namespace cobble {

inline constexpr double kPi = 3.14159265358979323846;

struct SinCos {
  double sin, cos;
};

// The sine and cosine of an angle.
// In: degrees, |degrees| <= 2^40. Out: -1..1, exact at every multiple of 90.
// Error: below 2e-16. Source: the Taylor series on -45..45 degrees, to which the angle is reduced
// without rounding.
SinCos SinCosDegrees(double degrees);

// The same of an angle in turns, exact at every quarter.
// In: |turns| <= 2^40. Error: below 2e-16. Source: as above.
SinCos SinCosTurns(double turns);

// In: any x. Out: e^x; 0 below -745, infinity above 710.
// Error: below 1 ULP where the result is normal. Source: the Taylor series of e^r on
// |r| <= ln 2 / 2, powers of two split off.
double Exp(double x);

// In: x > 0, normal. Out: ln x.
// Error: below 1 ULP. Source: ln m = 2 atanh((m - 1) / (m + 1)) by its Taylor series on
// sqrt(1/2) <= m <= sqrt 2, powers of two split off.
double Log(double x);

// The nearest float, limited to the finite ones: factors made of bounds that hardly differ can pass
// what floats hold.
float ToFloat(double x);

}  // namespace cobble

#endif  // COBBLE_CORE_MATH_H_
