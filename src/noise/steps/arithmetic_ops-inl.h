// Sums, products, extremes, limits and curves.
//
// Based on: for smooth minima, Inigo Quilez, "Smooth Minimum", 2013; for terraces and ridges,
// F. Kenton Musgrave et al., "Texturing and Modeling: A Procedural Approach", 1994; for soft light,
// W3C, "Compositing and Blending Level 1", 2015.
#pragma once

#include "noise/math/fade-inl.h"
#include "noise/math/power-inl.h"
#include "noise/steps/operation-inl.h"
#include "noise/steps/segments-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

HWY_INLINE OpResult<1> Linear(const Parameters& p, const VF* x) {
  const VF value = Fma(Broadcast(p[0]), x[0] - Broadcast(p[1]), Broadcast(p[2]));
  return {FiniteResult(value), {Broadcast(p[0])}};
}

HWY_INLINE OpResult<2> Sum(const Parameters& p, const VF* x) {
  const VF a = Broadcast(p[0]), b = Broadcast(p[1]);
  return {FiniteResult(Fma(a, x[0], Fma(b, x[1], Broadcast(p[2])))), {a, b}};
}

// Exact where y - x is, as for nearby x and y.
HWY_INLINE OpResult<2> Between(const Parameters& p, const VF* x) {
  const VF t = Broadcast(p[0]);
  return {Fma(t, x[1] - x[0], x[0]), {Broadcast(1 - p[0]), t}};
}

// Differences of nearby values are exact, so nothing is lost to cancellation.
HWY_INLINE OpResult<3> Bend(const Parameters&, const VF* x) {
  const VF one = Broadcast(1.0f);
  return {FiniteResult((x[0] - x[2]) + (x[1] - x[2])), {one, one, Broadcast(-2.0f)}};
}

HWY_INLINE OpResult<2> Multiply(const Parameters&, const VF* x) {
  return {FiniteResult(x[0] * x[1]), {x[1], x[0]}};
}

// kSign: 1 for the minimum, -1 for the maximum.
template <int kSign>
HWY_INLINE OpResult<2> Extreme(const Parameters&, const VF* x) {
  const MF first = kSign > 0 ? x[0] <= x[1] : x[0] >= x[1];
  const VF one = Broadcast(1.0f);
  return {hn::IfThenElse(first, x[0], x[1]),
          {hn::IfThenElseZero(first, one), hn::IfThenZeroElse(first, one)}};
}

// kSign: as in Extreme. The slope of the input that Extreme would choose has weight 1 - h / 2, the
// slope of the other input h / 2.
template <int kSign>
HWY_INLINE OpResult<2> SmoothExtreme(const Parameters& p, const VF* x) {
  const float width = p[0];
  const VF gap = x[0] - x[1];
  const VF h = hn::Max(Fma(hn::Abs(gap), Broadcast(-1 / width), Broadcast(1.0f)), hn::Zero(F32()));
  const MF first = kSign > 0 ? x[0] <= x[1] : x[0] >= x[1];
  const VF base = hn::IfThenElse(first, x[0], x[1]);
  const VF minor = h * Broadcast(0.5f), major = Broadcast(1.0f) - minor;
  return {Fma(h * h, Broadcast(-0.25f * kSign * width), base),
          {hn::IfThenElse(first, major, minor), hn::IfThenElse(first, minor, major)}};
}

HWY_INLINE OpResult<3> Mix(const Parameters&, const VF* x) {
  const VF t = Limit(x[2], 0, 1), gap = x[1] - x[0];
  return {Fma(gap, t, x[0]), {Broadcast(1.0f) - t, t, gap * Within(x[2], 0, 1)}};
}

HWY_INLINE OpResult<1> Absolute(const Parameters&, const VF* x) {
  return {hn::Abs(x[0]), {Sign(x[0])}};
}

// |x| below the smallest normal float counts as 0. The slope is clamped to kMaxSlope.
HWY_INLINE OpResult<1> Power(const Parameters& p, const VF* x) {
  const VF size = hn::Abs(x[0]);
  const MF is_normal = size >= Broadcast(0x1p-126f);
  const VF safe = hn::IfThenElse(is_normal, size, Broadcast(1.0f));
  const VF power = hn::Min(PowerOf(safe, p[0]), Broadcast(kMaxResult));
  const VF slope = hn::Min(Broadcast(p[0]) * (power / safe), Broadcast(kMaxSlope));
  return {hn::IfThenElseZero(is_normal, hn::CopySign(power, x[0])),
          {hn::IfThenElseZero(is_normal, slope)}};
}

HWY_INLINE OpResult<1> Clamp(const Parameters& p, const VF* x) {
  return {Limit(x[0], p[0], p[1]), {Within(x[0], p[0], p[1])}};
}

HWY_INLINE OpResult<1> Ridge(const Parameters& p, const VF* x) {
  const VF rest = Broadcast(p[0]) - hn::Abs(x[0]);
  return {FiniteResult(rest * rest), {Broadcast(-2.0f) * rest * Sign(x[0])}};
}

HWY_INLINE OpResult<1> Smoothstep(const Parameters& p, const VF* x) {
  const VF scale = Broadcast(p[0]);
  const VF t = Limit(Fma(scale, x[0] - Broadcast(p[1]), Broadcast(p[2])), 0, 1);
  return {t * t * Fma(t, Broadcast(-2.0f), Broadcast(3.0f)),
          {Broadcast(6.0f) * Fma(hn::Neg(t), t, t) * scale}};
}

HWY_INLINE OpResult<1> StepUp(const Parameters& p, const VF* x) {
  return {hn::IfThenElseZero(x[0] >= Broadcast(p[0]), Broadcast(1.0f)), {hn::Zero(F32())}};
}

HWY_INLINE OpResult<1> Terrace(const Parameters& p, const VF* x) {
  constexpr float kMaxSteps = 0x1p20f;  // above the lowest; at most 256 are within the bounds
  const VF low = Broadcast(p[1]), height = Broadcast(p[2]);
  const VF sharpness = Broadcast(p[3]), rest = Broadcast(1 - p[3]);
  const VF u = Limit(Broadcast(p[0]) * (x[0] - low), -kMaxSteps, kMaxSteps);
  const VF whole = hn::Floor(u), f = u - whole;
  const VF step = Fma(sharpness, Fade(f), Fma(rest, f, whole));
  const VF slope = Fma(sharpness, FadeSlope(f), rest);
  return {Fma(height, step, low), {slope * height * Broadcast(p[0])}};
}

// In: read(array, at), which looks up one element of an array of the table per lane.
template <class Read>
HWY_INLINE OpResult<1> CurveOf(const CubicTable& table, VF x, const Read& read) {
  const VI at = SegmentOf(table.segments, x, [&](VI k) { return read(table.x.data(), k); });
  const VF t = x - read(table.x.data(), at);
  VF c[4];
  for (std::size_t power = 0; power < 4; ++power) c[power] = read(table.c[power].data(), at);
  return {Cubic(c, t), {CubicSlope(c, t)}};
}

HWY_INLINE OpResult<1> Curve(const Parameters& p, const VF* x) {
  const F32 d;
  // A table that fits into one register is looked up in that register.
  if (p.curve->segments <= static_cast<int>(hn::Lanes(d)))
    return CurveOf(*p.curve, x[0], [&](const float* array, VI at) {
      return hn::TableLookupLanes(hn::LoadU(d, array), hn::IndicesFromVec(d, at));
    });
  return CurveOf(*p.curve, x[0],
                 [&](const float* array, VI at) { return hn::GatherIndex(d, array, at); });
}

// Both branches are 0 where c is 0 or 1, so the result is continuous there.
HWY_INLINE OpResult<2> SoftLight(const Parameters&, const VF* x) {
  const VF one = Broadcast(1.0f), c = Limit(x[0], 0, 1);
  const VF twice = Fma(Broadcast(2.0f), x[1], Broadcast(-1.0f));
  const VF root = hn::Sqrt(hn::Max(c, Broadcast(0.25f)));
  const MF is_dark = c <= Broadcast(0.25f), darkens = x[1] <= Broadcast(0.5f);
  // D(c) - c, c - c^2, and their derivatives
  const VF cubic = Fma(Fma(Broadcast(16.0f), c, Broadcast(-12.0f)), c, Broadcast(3.0f)) * c;
  const VF cubic_slope = Fma(Fma(Broadcast(48.0f), c, Broadcast(-24.0f)), c, Broadcast(3.0f));
  const VF raise = hn::IfThenElse(is_dark, cubic, root - c);
  const VF raise_slope = hn::IfThenElse(is_dark, cubic_slope, Broadcast(0.5f) / root - one);
  const VF gap = hn::IfThenElse(darkens, Fma(hn::Neg(c), c, c), raise);
  const VF gap_slope = hn::IfThenElse(darkens, Fma(Broadcast(-2.0f), c, one), raise_slope);
  return {FiniteResult(Fma(twice, gap, x[0])),
          {Fma(twice * Within(x[0], 0, 1), gap_slope, one), gap + gap}};
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
