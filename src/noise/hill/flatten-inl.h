// The curve that makes the distribution of a sum of waves uniform: r = 0.5 + 0.5 sign(z) sqrt(1 -
// exp(-2 z^2 / pi)), an approximation of the standard normal distribution function.
// Based on: Bruce Hill, "Hill Noise", 2017; the approximation: G. Polya, "Remarks on computing the
// probability integral in one and two dimensions", 1949.
#include "noise/math/exp_log-inl.h"

#if defined(COBBLE_NOISE_HILL_FLATTEN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_NOISE_HILL_FLATTEN_INL_H_
#undef COBBLE_NOISE_HILL_FLATTEN_INL_H_
#else
#define COBBLE_NOISE_HILL_FLATTEN_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// In: |z| below 1e19. Out: r in 0..1, dr/dz, and the tail min(r, 1 - r). Error: below 1e-7; for
// slope and tail below 1.2e-5, relative, down to 1e-37. Measured by tests/unit/noise.
class Flattened {
 public:
  // |z| below 2^-30, where r is 0.5 in float32, counts as 2^-30, to avoid 0 / 0.
  explicit HWY_INLINE Flattened(VF z)
      : z_(z),
        magnitude_(hn::Max(hn::Abs(z), Broadcast(0x1p-30f))),
        exp_(magnitude_ * magnitude_ * Broadcast(-0.636619772f)),
        root_(hn::Sqrt(exp_.OneMinusExp())) {}

  HWY_INLINE VF Value() const {
    return Broadcast(0.5f) + hn::CopySign(Broadcast(0.5f) * root_, z_);
  }
  HWY_INLINE VF Slope() const { return exp_.Exp() * magnitude_ / (root_ * Broadcast(3.14159265f)); }
  // Returns min(r, 1 - r), without cancellation.
  HWY_INLINE VF Tail() const { return Broadcast(0.5f) * exp_.Exp() / (Broadcast(1.0f) + root_); }
  // Whether the tail is r rather than 1 - r.
  HWY_INLINE MF IsLow() const { return z_ < hn::Zero(F32()); }

 private:
  const VF z_, magnitude_;
  const ExpParts exp_;
  const VF root_;
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
