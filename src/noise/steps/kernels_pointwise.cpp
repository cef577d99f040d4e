// The pointwise operations, compiled once per SIMD level. An operation is a function of its
// parameters and inputs. PointwiseOp (pointwise.h) lists the formulas. Slopes and quotients are
// clamped to kMaxSlope, so that the product of two stays finite.
//
// Based on: for smooth minima, Inigo Quilez, "Smooth Minimum", 2013; for terraces and ridges,
// F. Kenton Musgrave et al., "Texturing and Modeling: A Procedural Approach", 1994; for soft light,
// W3C, "Compositing and Blending Level 1", 2015.
#include <utility>

#include "noise/math/angle-inl.h"
#include "noise/math/exp_log-inl.h"
#include "noise/math/fade-inl.h"
#include "noise/math/power-inl.h"
#include "noise/math/sin_turns-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/steps/pointwise.h"
#include "noise/steps/segments-inl.h"
#include "noise/steps/zeros.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

// An operation's value and its partial derivatives with respect to the inputs.
template <int kInputCount>
struct OpResult {
  static constexpr int kInputs = kInputCount;

  VF v;
  VF d[kInputs];

  // Returns the slope, from the slopes of the inputs and their sum by the chain rule.
  HWY_INLINE VF Slope(const VF*, VF sum) const { return sum; }
};

// A copy of an operation's parameters that stores of samples cannot alias.
struct Parameters {
  std::array<float, 4> p;
  const CubicTable* curve;

  HWY_INLINE explicit Parameters(const PointwiseArgs& args) : p(args.p), curve(args.curve.get()) {}
  HWY_INLINE float operator[](std::size_t k) const { return p[k]; }
};

// Returns 1 where x is within low .. high, else 0.
HWY_INLINE VF Within(VF x, float low, float high) {
  return hn::IfThenElseZero(hn::And(x >= Broadcast(low), x <= Broadcast(high)), Broadcast(1.0f));
}

// Limits a result to finite numbers: see kMaxResult.
HWY_INLINE VF FiniteResult(VF x) { return Limit(x, -kMaxResult, kMaxResult); }

// Rounds down. Floor of -0 is -0 on some targets, 0 on others; here it is 0.
HWY_INLINE VF WholePart(VF x) { return hn::Floor(x) + hn::Zero(F32()); }

// --- Sums, products, extremes, limits and curves ---

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

// A factor that is 0, with slope 0, hides the other, which may have any value: see
// program/branches.h. So does a weight of 0 or 1 in a mix.
struct ProductResult : OpResult<2> {
  MF is_zero[2];

  HWY_INLINE VF Slope(const VF* slopes, VF sum) const {
    const VF zero = hn::Zero(F32());
    const MF is_hidden =
        hn::Or(hn::And(is_zero[0], slopes[0] == zero), hn::And(is_zero[1], slopes[1] == zero));
    return hn::IfThenZeroElse(is_hidden, sum);
  }
};

HWY_INLINE ProductResult Multiply(const Parameters&, const VF* x) {
  const VF zero = hn::Zero(F32());
  const MF is_zero[2] = {x[0] == zero, x[1] == zero};
  const VF product = FiniteResult(x[0] * x[1]);
  return {{hn::IfThenZeroElse(hn::Or(is_zero[0], is_zero[1]), product), {x[1], x[0]}},
          {is_zero[0], is_zero[1]}};
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

struct MixResult : OpResult<3> {
  MF is_first, is_second, is_within;  // the weight is at most 0, at least 1, within 0..1

  HWY_INLINE VF Slope(const VF* slopes, VF sum) const {
    const MF bends = hn::AndNot(slopes[2] == hn::Zero(F32()), is_within);
    const VF first = hn::IfThenElse(hn::AndNot(bends, is_first), slopes[0], sum);
    return hn::IfThenElse(hn::AndNot(bends, is_second), slopes[1], first);
  }
};

HWY_INLINE MixResult Mix(const Parameters&, const VF* x) {
  const VF zero = hn::Zero(F32()), one = Broadcast(1.0f);
  const MF is_first = x[2] <= zero, is_second = x[2] >= one;
  const VF t = Limit(x[2], 0, 1), gap = x[1] - x[0];
  const VF value =
      hn::IfThenElse(is_second, x[1], hn::IfThenElse(is_first, x[0], Fma(gap, t, x[0])));
  return {{value, {one - t, t, gap * Within(x[2], 0, 1)}},
          is_first,
          is_second,
          hn::And(x[2] >= zero, x[2] <= one)};
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

// --- Operations on slopes, which have no slopes of their own, and on differences of values ---

// Limits a slope to finite numbers: see kMaxSlope.
HWY_INLINE VF FiniteSlope(VF x) {
  return hn::IfThenElseZero(x == x, Limit(x, -kMaxSlope, kMaxSlope));
}

HWY_INLINE OpResult<2> SlopeAlong(const Parameters& p, const VF* x) {
  const VF slope = Fma(Broadcast(p[0]), FiniteSlope(x[0]), Broadcast(p[1]) * FiniteSlope(x[1]));
  const VF within = Within(slope, -p[2], p[2]);
  return {Limit(slope, -p[2], p[2]), {within * Broadcast(p[0]), within * Broadcast(p[1])}};
}

HWY_INLINE OpResult<2> Steepness(const Parameters& p, const VF* x) {
  const VF a = FiniteSlope(x[0]), b = FiniteSlope(x[1]);
  const VF u = FiniteSlope(Fma(Broadcast(p[0]), a, Broadcast(p[1]) * b));
  const VF v = FiniteSlope(Fma(Broadcast(p[2]), a, Broadcast(p[3]) * b));
  const VF length = hn::Sqrt(Fma(u, u, v * v));
  const MF rises = length > hn::Zero(F32());
  const VF along_u = hn::IfThenElseZero(rises, u / length);
  const VF along_v = hn::IfThenElseZero(rises, v / length);
  return {length,
          {Fma(along_u, Broadcast(p[0]), along_v * Broadcast(p[2])),
           Fma(along_u, Broadcast(p[1]), along_v * Broadcast(p[3]))}};
}

HWY_INLINE OpResult<1> Angle(const Parameters&, const VF* x) {
  const VF one = Broadcast(1.0f);
  return {AngleOf(x[0]), {Broadcast(0x1.ca5dc2p+5f) / Fma(x[0], x[0], one)}};  // 180 / pi
}

// --- Quotients, waves, steps of whole numbers, exponentials and logarithms ---

// Error of the value: 0.5 ULP.
HWY_INLINE OpResult<2> Divide(const Parameters& p, const VF* x) {
  const VF b = Limit(x[1], p[0], p[1]), inverse = Broadcast(1.0f) / b;
  const VF value = FiniteResult(x[0] / b);
  return {value, {inverse, Limit(hn::Neg(value) * inverse, -kMaxSlope, kMaxSlope)}};
}

// Error of the value for |x / b| up to 2^22: 0.5 ULP. Larger quotients are not exact to the unit in
// a float; for these, only the limits p2 .. p3 are guaranteed.
HWY_INLINE OpResult<2> Modulo(const Parameters& p, const VF* x) {
  const VF b = Limit(x[1], p[0], p[1]), one = Broadcast(1.0f);
  VF whole = WholePart(Limit(x[0] / b, -kMaxSlope, kMaxSlope));
  VF rest = Fma(hn::Neg(b), whole, x[0]);
  // The quotient was rounded up to a whole number if the rest has the wrong sign.
  const MF is_above = rest * hn::CopySign(one, b) < hn::Zero(F32());
  whole = hn::IfThenElse(is_above, whole - one, whole);
  rest = hn::IfThenElse(is_above, rest + b, rest);
  return {Limit(rest, p[2], p[3]), {one, hn::Neg(whole)}};
}

// The waves have period 1; errors are measured by tests/unit/noise. In: any finite x: the whole
// periods are removed exactly, however large it is.

// Returns x minus the nearest whole number: -0.5..0.5, exact. The fraction of |x| is exact, since
// it has no bit below the last one of |x|; the fraction of a negative x would not be.
HWY_INLINE VF WithinPeriod(VF x) {
  const VF size = hn::Abs(x), fraction = size - hn::Floor(size);
  const VF one = Broadcast(1.0f);
  const VF within = hn::IfThenElse(fraction > Broadcast(0.5f), fraction - one, fraction);
  return hn::Xor(within, hn::And(x, hn::SignBit(F32())));
}

// Error: below 3 ULP; of the slope, below 2e-6 absolute.
HWY_INLINE OpResult<1> Sine(const Parameters&, const VF* x) {
  const VF within = WithinPeriod(x[0]);
  return {Limit(SinTurns(within), -1, 1), {Broadcast(6.28318531f) * CosTurns(within)}};
}

// Exact.
HWY_INLINE OpResult<1> Triangle(const Parameters&, const VF* x) {
  const VF within = WithinPeriod(x[0]), size = hn::Abs(within), quarter = Broadcast(0.25f);
  const VF folded = hn::Min(size, Broadcast(0.5f) - size);
  const VF slope = hn::CopySignToAbs(Broadcast(4.0f), quarter - size);
  return {hn::CopySignToAbs(Broadcast(4.0f) * folded, within),
          {hn::IfThenZeroElse(size == quarter, slope)}};
}

// The phase of a negative x is rounded.
HWY_INLINE OpResult<1> Square(const Parameters& p, const VF* x) {
  const VF one = Broadcast(1.0f);
  const MF is_first = x[0] - hn::Floor(x[0]) < Broadcast(p[0]);
  return {hn::IfThenElse(is_first, one, hn::Neg(one)), {hn::Zero(F32())}};
}

// Without the limits, rounding errors of the input could move the result beyond its bounds.
HWY_INLINE OpResult<1> RoundDown(const Parameters& p, const VF* x) {
  return {Limit(WholePart(x[0]), p[0], p[1]), {hn::Zero(F32())}};
}

HWY_INLINE OpResult<1> SignOf(const Parameters& p, const VF* x) {
  return {Limit(Sign(x[0]), p[0], p[1]), {hn::Zero(F32())}};
}

HWY_INLINE OpResult<1> Exponential(const Parameters&, const VF* x) {
  const VF power = hn::IfThenElseZero(x[0] >= Broadcast(kMinExponent), Exp(x[0]));
  const VF value = hn::Min(power, Broadcast(kMaxResult));
  return {value, {value}};
}

HWY_INLINE OpResult<1> Logarithm(const Parameters& p, const VF* x) {
  const VF limited = hn::Max(x[0], Broadcast(p[0]));
  return {Log(limited), {hn::Min(Broadcast(1.0f) / limited, Broadcast(kMaxSlope))}};
}

// --- The loop over samples ---

// The arrays of a run, with the kSlopes slopes that are written. RunSlopes keeps them in a local
// variable, which stores of samples cannot alias.
template <int kInputs, int kSlopes>
struct Rows {
  const float* value[kInputs];
  const float* slope[kInputs][kSlopes > 0 ? kSlopes : 1];
  float* out_value;
  float* out_slope[kSlopes > 0 ? kSlopes : 1];
};

template <int kInputs, int kSlopes>
HWY_INLINE Rows<kInputs, kSlopes> RowsOf(const Slot* in, const Slot& out) {
  Rows<kInputs, kSlopes> rows;
  for (int i = 0; i < kInputs; ++i) rows.value[i] = in[i].value;
  rows.out_value = out.value;
  int count = 0;
  for (int s = 0; s < 3; ++s) {
    if (out.slope[s] == nullptr || count == kSlopes) continue;
    for (int i = 0; i < kInputs; ++i)
      rows.slope[i][count] = in[i].slope[s] == nullptr ? kZeros : in[i].slope[s];
    rows.out_slope[count++] = out.slope[s];
  }
  return rows;
}

template <auto kOp, int kSlopes>
HWY_INLINE void RunSlopes(const PointwiseArgs& args, const Slot* in, int n, const Slot& out) {
  const F32 d;
  constexpr int kInputs = decltype(kOp(std::declval<const Parameters&>(), nullptr))::kInputs;
  const Rows<kInputs, kSlopes> rows = RowsOf<kInputs, kSlopes>(in, out);
  const Parameters p(args);
  ForVectors(n, [&](int k) {
    VF x[kInputs];
    for (int i = 0; i < kInputs; ++i) x[i] = hn::Load(d, rows.value[i] + k);
    const auto result = kOp(p, x);
    for (int s = 0; s < kSlopes; ++s) {
      VF slopes[kInputs];
      for (int i = 0; i < kInputs; ++i) slopes[i] = hn::Load(d, rows.slope[i][s] + k);
      VF sum = result.d[0] * slopes[0];
      for (int i = 1; i < kInputs; ++i) sum = Fma(result.d[i], slopes[i], sum);
      hn::Store(result.Slope(slopes, sum), d, rows.out_slope[s] + k);
    }
    hn::Store(result.v, d, rows.out_value + k);
  });
}

template <auto kOp>
void RunOp(const PointwiseArgs& args, const Slot* in, int n, const Slot& out) noexcept {
  int slopes = 0;
  for (const float* const slope : out.slope) slopes += slope != nullptr;
  if (slopes == 0) return RunSlopes<kOp, 0>(args, in, n, out);
  if (slopes == 1) return RunSlopes<kOp, 1>(args, in, n, out);
  if (slopes == 2) return RunSlopes<kOp, 2>(args, in, n, out);
  RunSlopes<kOp, 3>(args, in, n, out);
}

template <auto... kOps>
constexpr PointwiseRun kRuns[] = {&RunOp<kOps>...};

PointwiseRun SelectPointwiseHere(PointwiseOp op) {
  // In the order of PointwiseOp.
  constexpr auto& kByOp =
      kRuns<&Linear, &Sum, &Multiply, &Extreme<1>, &Extreme<-1>, &SmoothExtreme<1>,
            &SmoothExtreme<-1>, &Mix, &Absolute, &Power, &Clamp, &Ridge, &Smoothstep, &StepUp,
            &Terrace, &Curve, &Divide, &Modulo, &Sine, &Triangle, &Square, &RoundDown, &SignOf,
            &Exponential, &Logarithm, &SoftLight, &Between, &Bend, &SlopeAlong, &Steepness, &Angle>;
  static_assert(std::size(kByOp) == kPointwiseOps);
  return kByOp[static_cast<std::size_t>(op)];
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
