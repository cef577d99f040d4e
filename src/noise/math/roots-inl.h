// Cube roots of float32 numbers, their correction in double, and inverse square roots.
//
// CubeRootParts. In: x, any finite number; |x| below 2^-126 counts as 0. Out: root, the cube root
// of x with its sign, and slope, 1 / (3 root^2); both 0 at 0.
// Error: below 4e-7, relative. RootOf: below 1e-12, relative. Both measured by tests/unit/noise.
// Cost: 20 operations, and 5 in double.
// Based on: Newton's method for the inverse cube root, which needs no division. The first estimate
// divides the exponent by 3, as in Leonid Moroz et al., "Fast Calculation of Cube Root and Inverse
// Cube Root Using a Magic Constant and Its Implementation on Microcontrollers", 2021.
#include "noise/math/vectors-inl.h"

#if defined(COBBLE_NOISE_MATH_ROOTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_MATH_ROOTS_INL_H_
#undef COBBLE_NOISE_MATH_ROOTS_INL_H_
#else
#define COBBLE_NOISE_MATH_ROOTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

struct CubeRootParts {
  VF root, slope;

  explicit HWY_INLINE CubeRootParts(VF x) {
    const I32 di;
    const VF size = hn::Abs(x), third = Broadcast(1.0f / 3);
    const MF is_normal = size >= Broadcast(0x1p-126f);
    const VF safe = hn::IfThenElse(is_normal, size, Broadcast(1.0f));
    // The constant has the smallest error after one step, found by search: 3.5e-2 before the first
    // step, then 2.4e-3, 1.1e-5 and 1e-7.
    const VI bits = hn::ConvertTo(di, hn::ConvertTo(F32(), hn::BitCast(di, safe)) * third);
    VF y = hn::BitCast(F32(), hn::Set(di, 0x54A21E00) - bits);
    // y + y (1 - x y^3) / 3
    for (int step = 0; step < 3; ++step)
      y = Fma(y, Fma(hn::Neg(safe * (y * y)) * third, y, third), y);
    const VF square = y * y;
    root = hn::IfThenElseZero(is_normal, hn::CopySign(safe * square, x));
    slope = hn::IfThenElseZero(is_normal, square * third);
  }
};

// Returns the cube root of x. In: the halves of the parts of x rounded to float; 0 for those of 0.
HWY_INLINE VD RootOf(VD x, VD root, VD slope) { return root - (root * root * root - x) * slope; }

// Returns 1 / sqrt(m), from a polynomial and one step of Newton's method: several times faster than
// a square root and a division, and bit-identical on every target, unlike the estimates of CPUs.
// In: m in 1/3..1. Error: 2e-7 relative.
// Source: the polynomial minimises the relative error on 1/3..1, to 1.8e-4; Newton squares it.
HWY_INLINE VF InverseSqrt(VF m) {
  VF y = Fma(m, Broadcast(-0x1.b9a33cp+1f), Broadcast(0x1.bca5cap+3f));
  y = Fma(y, m, Broadcast(-0x1.6f0e36p+4f));
  y = Fma(y, m, Broadcast(0x1.40d770p+4f));
  y = Fma(y, m, Broadcast(-0x1.4421c8p+3f));
  y = Fma(y, m, Broadcast(0x1.c943bap+1f));
  return y * Fma(m * Broadcast(-0.5f) * y, y, Broadcast(1.5f));
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
