// Angles around the origin, and longitudes and latitudes on spheres, in turns (1 turn = 2 pi).
#pragma once

#include "core/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// The distance from the origin in the plane, and its inverse, which is 0 within 2^-60 of the
// origin, where no slope is defined.
struct Polar {
  VD radius, inverse;
};
HWY_INLINE Polar PolarOf(VD x, VD y) {
  const F64 d;
  const VD radius = hn::Sqrt(x * x + y * y);
  const auto is_origin = radius < hn::Set(d, 0x1p-60);
  const VD one = hn::Set(d, 1.0);
  return {radius, hn::IfThenZeroElse(is_origin, one / hn::IfThenElse(is_origin, one, radius))};
}

// The angle of (x, y) in turns, from +x towards +y. In: turns_of, which returns atan(t) / (2 pi)
// for t of 0..1. Out: 0..1; 0 at the origin. Error: that of turns_of.
template <class TurnsOf>
HWY_INLINE VD AngleTurns(VD x, VD y, const TurnsOf& turns_of) {
  const F64 d;
  const VD zero = hn::Zero(d), width = hn::Abs(x), height = hn::Abs(y);
  const VD larger = hn::Max(width, height), smaller = hn::Min(width, height);
  const VD ratio = hn::IfThenZeroElse(
      larger == zero, smaller / hn::IfThenElse(larger == zero, hn::Set(d, 1.0), larger));
  VD turns = turns_of(ratio);
  turns = hn::IfThenElse(height > width, hn::Set(d, 0.25) - turns, turns);
  turns = hn::IfThenElse(x < zero, hn::Set(d, 0.5) - turns, turns);
  return hn::IfThenElse(y < zero, hn::Set(d, 1.0) - turns, turns);
}

// atan(t) / (2 pi). In: 0..1. Out: 0..0.125. Error: 3e-14 absolute, so that positions on the pixels
// of the widest image are there exactly (tests/property/nodes). Cost: 30 operations. Source:
// polynomial of degree 14 in t^2, interpolated at Chebyshev nodes for cobble.
HWY_INLINE VD FineAtanTurns(VD t) {
  const F64 d;
  const VD square = t * t;
  VD sum = hn::Set(d, 0x1.c728d040b8ab7p-16);
  for (const double factor :
       {-0x1.e98877f4587c0p-13, 0x1.ef59673b8dea1p-11, -0x1.3dc2e50f20598p-9, 0x1.28555be5eab51p-8,
        -0x1.b976365789efbp-8, 0x1.1ca852c894061p-7, -0x1.54e06f3eb91dbp-7, 0x1.8fa631b6335c1p-7,
        -0x1.d9def3252ad1ep-7, 0x1.21b87095b0b30p-6, -0x1.748342ee40690p-6, 0x1.04c26b0be24dfp-5,
        -0x1.b2995e789f00fp-5, 0x1.45f306dc9c203p-3})
    sum = sum * square + hn::Set(d, factor);
  return sum * t;
}

// Where a position is on a sphere around the origin, with the axes of P (x east, y south).
struct SpherePlace {
  VD longitude;           // 0..1 from west to east; 0 on the date line, at -z, and at the poles
  VD latitude;            // 0..1 from the south pole to the north pole
  VD longitude_slope[2];  // by x and z; by y it is 0; 0 where the longitude jumps
  VD latitude_slope[3];   // by x, y and z; 0 at the poles
};

// d longitude = (z dx - x dz) / (2 pi rho^2), d latitude = (y d rho - rho dy) / (pi r^2), with rho
// the distance from the axis and r that from the origin.
HWY_INLINE SpherePlace SpherePlaceAt(VD x, VD y, VD z) {
  const F64 d;
  const VD zero = hn::Zero(d);
  const auto fine = [](VD t) { return FineAtanTurns(t); };
  const VD per_turn = hn::Set(d, 0x1.45f306dc9c883p-3);
  const VD per_half_turn = per_turn + per_turn;
  const auto [rho, from_axis] = PolarOf(x, z);
  const VD inverse = PolarOf(rho, y).inverse;
  const VD from_equator = AngleTurns(rho, hn::Abs(y), fine), doubled = from_equator + from_equator;
  SpherePlace place;
  place.longitude = AngleTurns(hn::Neg(z), hn::Neg(x), fine);
  place.latitude = hn::Set(d, 0.5) + hn::IfThenElse(y > zero, hn::Neg(doubled), doubled);
  const VD east = hn::IfThenZeroElse(hn::And(x == zero, z < zero), from_axis * per_turn);
  place.longitude_slope[0] = (z * from_axis) * east;
  place.longitude_slope[1] = zero - (x * from_axis) * east;
  const VD north = inverse * per_half_turn, up = (y * inverse) * (north * from_axis);
  place.latitude_slope[0] = x * up;
  place.latitude_slope[1] = zero - (rho * inverse) * north;
  place.latitude_slope[2] = z * up;
  return place;
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
