// The kernels of coordinates and gradients, compiled once per SIMD level. Values and slopes come
// from positions in double, rounded once.
#include "noise/coordinate/coordinate.h"
#include "noise/math/sphere-inl.h"
#include "noise/sampling/pieces-inl.h"
#include "noise/sampling/typed_kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

using MD = hn::Mask<F64>;

struct PositionJet {
  VD value;
  VD slope[3];

  HWY_INLINE VD Slope(int axis) const {
    if (axis == 0) return slope[0];
    return axis == 1 ? slope[1] : slope[2];
  }
};

// Calls at(q), which returns a PositionJet, for each vector of samples; q(axis) is where they are,
// reduced.
template <class Args, class At>
HWY_INLINE void ForPositions(const Args& args, const Frame& frame, const Run& run, const Slot& slot,
                             const At& at) {
  const F64 d;
  const SlopeOutputs<3> slopes(frame, args, slot);
  const int lanes = static_cast<int>(hn::Lanes(d));
  ForPieces(frame, run, args.dimensions, [&](int first, int n, const double* const* from) {
    for (int k = 0; k < n; k += lanes) {
      const PositionJet jet = at([&](int axis) {
        if (axis >= args.dimensions) return hn::Zero(d);
        return Reduced(args.repetition, axis, hn::LoadU(d, from[axis] + k));
      });
      StoreNarrowed(jet.value, slot.value + first + k);
      for (int s = 0; s < slopes.count; ++s) {
        const auto& output = slopes.outputs[s];
        StoreNarrowed(jet.Slope(output.axis) * hn::Set(d, double{output.scale}),
                      output.to + first + k);
      }
    }
  });
}

// --- Coordinates: x, y, z, the distance from the origin and the angle around it ---

// atan(t) / (2 pi). In: 0..1. Out: 0..0.125. Error: 4e-11 absolute (tests/property/nodes). Cost: 22
// operations. Source: polynomial of degree 10 in t^2, interpolated at Chebyshev nodes for cobble.
HWY_INLINE VD AtanTurns(VD t) {
  const F64 d;
  const VD square = t * t;
  VD sum = hn::Set(d, 0x1.60fff5c5d1746p-13);
  for (const double factor :
       {-0x1.2554856e27705p-10, 0x1.c91ee14487485p-9, -0x1.ca30a000bfb8bp-8, 0x1.5ca66b7c91423p-7,
        -0x1.ca2818aa72152p-7, 0x1.2028c8c8d460ap-6, -0x1.7453cee39d83ep-6, 0x1.04c0f24e3073dp-5,
        -0x1.b29955375d510p-5, 0x1.45f306da2b82cp-3})
    sum = sum * square + hn::Set(d, factor);
  return sum * t;
}

struct CoordinateValues : Stateless<CoordinateArgs> {
  static HWY_INLINE void Run(const Args& args, const Frame& frame, const cobble::Run& run, State&,
                             const Slot& slot) {
    switch (args.axis) {
      case CoordinateArgs::kX:
        return Along<0>(args, frame, run, slot);
      case CoordinateArgs::kY:
        return Along<1>(args, frame, run, slot);
      case CoordinateArgs::kZ:
        return Along<2>(args, frame, run, slot);
      case CoordinateArgs::kRadius:
        return ForPositions(args, frame, run, slot,
                            [&](const auto& q) { return Radius(args, q(0), q(1)); });
      case CoordinateArgs::kAngle:
        return ForPositions(args, frame, run, slot,
                            [&](const auto& q) { return Angle(q(0), q(1)); });
    }
  }

 private:
  // Limits the value; its slope is 0 where that changes it.
  static HWY_INLINE MD Limit(const Args& args, VD& value) {
    const F64 d;
    const VD limited = hn::Min(hn::Max(value, hn::Set(d, args.low)), hn::Set(d, args.high));
    const MD is_limited = hn::Not(limited == value);
    value = limited;
    return is_limited;
  }

  template <int kAxis>
  static HWY_INLINE void Along(const Args& args, const Frame& frame, const cobble::Run& run,
                               const Slot& slot) {
    ForPositions(args, frame, run, slot, [&](const auto& q) {
      const F64 d;
      const VD zero = hn::Zero(d);
      PositionJet jet{q(kAxis), {zero, zero, zero}};
      const MD is_limited = Limit(args, jet.value);
      jet.slope[kAxis] = hn::IfThenZeroElse(is_limited, hn::Set(d, 1.0));
      return jet;
    });
  }

  static HWY_INLINE PositionJet Radius(const Args& args, VD x, VD y) {
    const Polar polar = PolarOf(x, y);
    PositionJet jet{polar.radius, {x, y, hn::Zero(F64())}};
    const MD is_limited = Limit(args, jet.value);
    const VD factor = hn::IfThenZeroElse(is_limited, polar.inverse);
    jet.slope[0] = x * factor;
    jet.slope[1] = y * factor;
    return jet;
  }

  // d angle = (x dy - y dx) / (2 pi radius^2). The slope is 0 where the angle jumps from 1 to 0.
  static HWY_INLINE PositionJet Angle(VD x, VD y) {
    const F64 d;
    const VD zero = hn::Zero(d);
    const VD inverse = PolarOf(x, y).inverse;
    const VD rate = hn::IfThenZeroElse(hn::And(y == zero, x > zero),
                                       inverse * hn::Set(d, 0x1.45f306dc9c883p-3));
    return {AngleTurns(x, y, [](VD t) { return AtanTurns(t); }),
            {zero - (y * inverse) * rate, (x * inverse) * rate, zero}};
  }
};

// --- Gradients: linear and radial, cut off at their ends, repeated or mirrored; and of spheres ---

struct GradientValues : Stateless<GradientArgs> {
  static HWY_INLINE void Run(const Args& args, const Frame& frame, const cobble::Run& run, State&,
                             const Slot& slot) {
    switch (args.kind) {
      case GradientArgs::kLinear:
        return ForPositions(args, frame, run, slot,
                            [&](const auto& q) { return Folded(args, Linear(args, q(0), q(1))); });
      case GradientArgs::kRadial:
        return ForPositions(args, frame, run, slot,
                            [&](const auto& q) { return Folded(args, Radial(args, q(0), q(1))); });
      case GradientArgs::kLatitude:
        return ForPositions(args, frame, run, slot, [](const auto& q) {
          const SpherePlace place = SpherePlaceAt(q(0), q(1), q(2));
          const auto& [x, y, z] = place.latitude_slope;
          return PositionJet{place.latitude, {x, y, z}};
        });
      case GradientArgs::kLongitude:
        return ForPositions(args, frame, run, slot, [](const auto& q) {
          const SpherePlace place = SpherePlaceAt(q(0), q(1), q(2));
          const auto& [x, z] = place.longitude_slope;
          return PositionJet{place.longitude, {x, hn::Zero(F64()), z}};
        });
    }
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

Kernel SelectCoordinateHere(const CoordinateArgs&, Frame::Kind) {
  return TypedKernel<CoordinateValues>::kKernel;
}
Kernel SelectGradientHere(const GradientArgs&, Frame::Kind) {
  return TypedKernel<GradientValues>::kKernel;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
