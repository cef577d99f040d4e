// Elementary functions of cobble's own, in double: the same bits on every machine, which no libm
// promises. For the constants of a Program, not for pixels.
#ifndef COBBLE_CORE_MATH_H_
#define COBBLE_CORE_MATH_H_

namespace cobble {

struct SinCos {
  double sin, cos;
};

// The sine and cosine of an angle.
// In: degrees, |degrees| <= 2^40. Out: -1..1, exact at every multiple of 90.
// Error: below 2e-16, measured against 80-bit references. Source: the Taylor series on -45..45
// degrees, to which the angle is reduced without rounding.
SinCos SinCosDegrees(double degrees);

}  // namespace cobble

#endif  // COBBLE_CORE_MATH_H_
