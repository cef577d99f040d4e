// The height of a shape with a bevel, from the distance to the shape made smaller by the bevel:
//
//   e, distance from the smaller shape   0 inside, bevel at the edge of the shape
//   t = max(1 - e / bevel, 0)            1 inside, 0 outside of the shape
//   height = S(t) = t^2 (3 - 2 t)
//
// The smaller shape is convex, so neither e nor the height has creases. Corners become round, as if
// a ball of radius `bevel` had been rolled along them.
#pragma once

#include "noise/math/vectors-inl.h"
#include "noise/shapes/shapes.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// A value and its slopes, with respect to offsets in units of the smaller side of a cell.
struct ShapeJet {
  VF value;
  VF slope[2];
};

HWY_INLINE ShapeJet FlatJet(VF value) {
  const VF zero = hn::Zero(F32());
  return {value, {zero, zero}};
}

HWY_INLINE VF MaxZero(VF x) { return hn::Max(x, hn::Zero(F32())); }
HWY_INLINE VF OneWhere(MF mask) { return hn::IfThenElseZero(mask, Broadcast(1.0f)); }

struct Bevel {
  float inverse, slope_factor;

  // A bevel of 0 is a step: 1 at e = 0, with slope 0.
  explicit Bevel(float width)
      : inverse(width > 0 ? 1 / width : 0x1p100f),
        slope_factor(width > 0 ? -6 * inverse * inverse : 0) {}

  // Returns t. In: the distance e.
  HWY_INLINE VF At(VF distance) const {
    return MaxZero(Broadcast(1.0f) - distance * Broadcast(inverse));
  }
};

// S(t).
HWY_INLINE VF Smooth(VF t) { return t * t * Fma(Broadcast(-2.0f), t, Broadcast(3.0f)); }

// Returns the height and its slope at (x, y), the vector from the nearest point of the smaller
// shape. d height = S'(t) dt = 6 t (1 - t) (-de / bevel); since 1 - t = e / bevel where t > 0, and
// de = (x dx + y dy) / e, no division by e is left.
HWY_INLINE ShapeJet HeightAt(const Bevel& bevel, VF x, VF y) {
  const VF t = bevel.At(hn::Sqrt(Fma(x, x, y * y)));
  const VF factor = t * Broadcast(bevel.slope_factor);
  return {Smooth(t), {x * factor, y * factor}};
}

// The offset of the sample from a rectangle's centre, and half the rectangle's sides.
struct Rectangle {
  VF at[2], half[2];
};

// Returns the vector from an interval made smaller by the bevel. In: the offset from its middle,
// half its length.
HWY_INLINE VF Excess(VF at, VF half, float bevel) {
  return hn::CopySign(MaxZero(hn::Abs(at) - (half - Broadcast(bevel))), at);
}

// Returns the height of a stripe; slope[0] is across. In: the offset from its middle, half its
// width.
HWY_INLINE ShapeJet StripeAt(const ShapeArgs& args, VF at, float half) {
  return HeightAt(Bevel(args.bevel), Excess(at, Broadcast(half), args.bevel), hn::Zero(F32()));
}

// Returns 0 to 1 across the rectangle, along one axis; its slope is 0 outside.
HWY_INLINE ShapeJet Across(const Rectangle& rectangle, int axis) {
  const VF at = rectangle.at[axis], half = rectangle.half[axis];
  const VF rate = Broadcast(0.5f) / half;
  const VF t = Fma(at, rate, Broadcast(0.5f));
  ShapeJet jet = FlatJet(hn::Min(MaxZero(t), Broadcast(1.0f)));
  jet.slope[axis] = hn::IfThenElseZero(t == jet.value, rate);
  return jet;
}

// Returns a function of a rectangle, except its id, with slopes with respect to `at`.
HWY_INLINE ShapeJet RectangleAt(const ShapeArgs& args, const Rectangle& rectangle) {
  if (args.function == ShapeArgs::kU) return Across(rectangle, 0);
  if (args.function == ShapeArgs::kV) return Across(rectangle, 1);
  const ShapeJet height =
      HeightAt(Bevel(args.bevel), Excess(rectangle.at[0], rectangle.half[0], args.bevel),
               Excess(rectangle.at[1], rectangle.half[1], args.bevel));
  if (args.function == ShapeArgs::kHeight) return height;
  return FlatJet(OneWhere(height.value == hn::Zero(F32())));
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
