// Gradients: linear and radial, cut off at their ends, repeated or mirrored.
#pragma once

#include "noise/coordinate/position_jet-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

struct GradientValues : Stateless<GradientArgs> {
  static HWY_INLINE void Run(const Args& args, const Frame& frame, const cobble::Run& run, State&,
                             const Slot& slot) {
    if (args.kind == GradientArgs::kLinear)
      return ForPositions(args, frame, run, slot,
                          [&](const VD* q) { return Folded(args, Linear(args, q[0], q[1])); });
    ForPositions(args, frame, run, slot,
                 [&](const VD* q) { return Folded(args, Radial(args, q[0], q[1])); });
  }

 private:
  static HWY_INLINE PositionJet Linear(const Args& args, VD x, VD y) {
    const F64 d;
    const VD a = hn::Set(d, args.direction[0]), b = hn::Set(d, args.direction[1]);
    return {hn::Set(d, args.start) + (a * x + b * y), {a, b, hn::Zero(d)}};
  }

  static HWY_INLINE PositionJet Radial(const Args& args, VD x, VD y) {
    const F64 d;
    const VD dx = x - hn::Set(d, args.centre[0]), dy = y - hn::Set(d, args.centre[1]);
    const VD rate = hn::Set(d, args.rate);
    const Polar polar = PolarOf(dx, dy);
    const VD factor = rate * polar.inverse;
    return {rate * polar.radius, {dx * factor, dy * factor, hn::Zero(d)}};
  }

  // Brings t to 0..1. Its slope is 0 where it is cut off, jumps or turns.
  static HWY_INLINE PositionJet Folded(const Args& args, const PositionJet& t) {
    const F64 d;
    const VD zero = hn::Zero(d), one = hn::Set(d, 1.0);
    PositionJet out = t;
    MD is_flat;
    if (args.repeat == GradientArgs::kNone) {
      out.value = hn::Min(hn::Max(t.value, zero), one);
      is_flat = hn::Not(out.value == t.value);
    } else {
      const VD whole = hn::Floor(t.value);
      out.value = t.value - whole;
      is_flat = out.value == zero;
    }
    VD factor = one;
    if (args.repeat == GradientArgs::kMirror) {
      const VD half = hn::Floor(t.value) * hn::Set(d, 0.5);
      const MD falls = hn::Not(hn::Floor(half) == half);
      factor = hn::IfThenElse(falls, zero - one, one);
      out.value = hn::IfThenElse(falls, one - out.value, out.value);
    }
    factor = hn::IfThenZeroElse(is_flat, factor);
    for (VD& slope : out.slope) slope = slope * factor;
    return out;
  }
};

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
