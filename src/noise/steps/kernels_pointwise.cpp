// The pointwise operations, compiled once per SIMD target, and their selector.
//
// Based on: for smooth minima, Inigo Quilez, "Smooth Minimum", 2013; for terraces and ridges,
// F. Kenton Musgrave et al., "Texturing and Modeling: A Procedural Approach", 1994; for soft light,
// W3C, "Compositing and Blending Level 1", 2015.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/steps/kernels_pointwise.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "noise/math/angle-inl.h"
#include "noise/math/exp_log-inl.h"
#include "noise/math/fade-inl.h"
#include "noise/math/limit-inl.h"
#include "noise/math/power-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/math/waves-inl.h"
#include "noise/steps/pointwise.h"
#include "noise/steps/zeros.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// An operation's value and its partial derivatives with respect to the inputs.
template <int kInputs>
struct OpResult {
  VF v;
  VF d[kInputs];
};

// A copy of an operation's parameters, which stores of samples cannot alias.
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

// Rounds down. Floor of -0 is -0 on some targets, 0 on others; here it is 0.
HWY_INLINE VF WholePart(VF x) { return hn::Floor(x) + hn::Zero(F32()); }

// Slopes and quotients are clamped to kMaxSlope, so that products of two stay finite.
// An Op has kInputs and At(parameters, inputs). PointwiseOp lists the formulas.
struct Linear {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters& p, const VF* x) {
    return {Fma(Broadcast(p[0]), x[0] - Broadcast(p[1]), Broadcast(p[2])), {Broadcast(p[0])}};
  }
};

struct Sum {
  static constexpr int kInputs = 2;
  static HWY_INLINE OpResult<2> At(const Parameters& p, const VF* x) {
    const VF a = Broadcast(p[0]), b = Broadcast(p[1]);
    return {Fma(a, x[0], Fma(b, x[1], Broadcast(p[2]))), {a, b}};
  }
};

struct Multiply {
  static constexpr int kInputs = 2;
  static HWY_INLINE OpResult<2> At(const Parameters&, const VF* x) {
    return {x[0] * x[1], {x[1], x[0]}};
  }
};

// kSign: 1 for the minimum, -1 for the maximum.
template <int kSign>
struct Extreme {
  static constexpr int kInputs = 2;
  static HWY_INLINE OpResult<2> At(const Parameters&, const VF* x) {
    const MF first = kSign > 0 ? x[0] <= x[1] : x[0] >= x[1];
    const VF one = Broadcast(1.0f);
    return {hn::IfThenElse(first, x[0], x[1]),
            {hn::IfThenElseZero(first, one), hn::IfThenZeroElse(first, one)}};
  }
};

// kSign: as in Extreme. The slope of the input that Extreme would choose has weight 1 - h / 2, that
// of the other input h / 2.
template <int kSign>
struct SmoothExtreme {
  static constexpr int kInputs = 2;
  static HWY_INLINE OpResult<2> At(const Parameters& p, const VF* x) {
    const float width = p[0];
    const VF gap = x[0] - x[1];
    const VF h =
        hn::Max(Fma(hn::Abs(gap), Broadcast(-1 / width), Broadcast(1.0f)), hn::Zero(F32()));
    const MF first = kSign > 0 ? x[0] <= x[1] : x[0] >= x[1];
    const VF base = hn::IfThenElse(first, x[0], x[1]);
    const VF minor = h * Broadcast(0.5f), major = Broadcast(1.0f) - minor;
    return {Fma(h * h, Broadcast(-0.25f * kSign * width), base),
            {hn::IfThenElse(first, major, minor), hn::IfThenElse(first, minor, major)}};
  }
};

struct Mix {
  static constexpr int kInputs = 3;
  static HWY_INLINE OpResult<3> At(const Parameters&, const VF* x) {
    const VF t = Limit(x[2], 0, 1), gap = x[1] - x[0];
    return {Fma(gap, t, x[0]), {Broadcast(1.0f) - t, t, gap * Within(x[2], 0, 1)}};
  }
};

struct Absolute {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters&, const VF* x) {
    return {hn::Abs(x[0]), {Sign(x[0])}};
  }
};

// |x| below the smallest normal float counts as 0. PowerOf clamps the power; the slope is clamped
// to kMaxSlope.
struct Power {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters& p, const VF* x) {
    const VF size = hn::Abs(x[0]);
    const MF is_normal = size >= Broadcast(0x1p-126f);
    const VF safe = hn::IfThenElse(is_normal, size, Broadcast(1.0f));
    const VF power = PowerOf(safe, p[0]);
    const VF slope = hn::Min(Broadcast(p[0]) * (power / safe), Broadcast(kMaxSlope));
    return {hn::IfThenElseZero(is_normal, hn::CopySign(power, x[0])),
            {hn::IfThenElseZero(is_normal, slope)}};
  }
};

struct Clamp {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters& p, const VF* x) {
    return {Limit(x[0], p[0], p[1]), {Within(x[0], p[0], p[1])}};
  }
};

struct Ridge {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters& p, const VF* x) {
    const VF rest = Broadcast(p[0]) - hn::Abs(x[0]);
    return {rest * rest, {Broadcast(-2.0f) * rest * Sign(x[0])}};
  }
};

struct Smoothstep {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters& p, const VF* x) {
    const VF scale = Broadcast(p[0]);
    const VF t = Limit(Fma(scale, x[0] - Broadcast(p[1]), Broadcast(p[2])), 0, 1);
    return {t * t * Fma(t, Broadcast(-2.0f), Broadcast(3.0f)),
            {Broadcast(6.0f) * Fma(hn::Neg(t), t, t) * scale}};
  }
};

struct StepUp {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters& p, const VF* x) {
    return {hn::IfThenElseZero(x[0] >= Broadcast(p[0]), Broadcast(1.0f)), {hn::Zero(F32())}};
  }
};

struct Terrace {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters& p, const VF* x) {
    const VF low = Broadcast(p[1]), height = Broadcast(p[2]);
    const VF sharpness = Broadcast(p[3]), rest = Broadcast(1 - p[3]);
    const VF u = Broadcast(p[0]) * (x[0] - low);
    const VF whole = hn::Floor(u), f = u - whole;
    const VF step = Fma(sharpness, Fade(f), Fma(rest, f, whole));
    const VF slope = Fma(sharpness, FadeSlope(f), rest);
    return {Fma(height, step, low), {slope * height * Broadcast(p[0])}};
  }
};

// Each lane finds its segment by binary search.
struct Curve {
  static constexpr int kInputs = 1;

  static HWY_INLINE OpResult<1> At(const Parameters& p, const VF* x) {
    const F32 d;
    // A table that fits into one register is looked up in that register.
    if (p.curve->segments <= static_cast<int>(hn::Lanes(d)))
      return Evaluate(*p.curve, x[0], [&](const float* array, VI at) {
        return hn::TableLookupLanes(hn::LoadU(d, array), hn::IndicesFromVec(d, at));
      });
    return Evaluate(*p.curve, x[0],
                    [&](const float* array, VI at) { return hn::GatherIndex(d, array, at); });
  }

 private:
  // In: read(array, at), which looks up one element of an array of the table per lane.
  template <class Read>
  static HWY_INLINE OpResult<1> Evaluate(const CubicTable& table, VF x, const Read& read) {
    const I32 di;
    VI at = hn::Zero(di);
    for (int half = table.segments / 2; half > 0; half /= 2) {
      const VI next = at + hn::Set(di, half);
      const MF beyond = x >= read(table.x.data(), next);
      at = hn::IfThenElse(hn::RebindMask(di, beyond), next, at);
    }
    const VF t = x - read(table.x.data(), at), c0 = read(table.c[0].data(), at),
             c1 = read(table.c[1].data(), at), c2 = read(table.c[2].data(), at),
             c3 = read(table.c[3].data(), at);
    return {Fma(Fma(Fma(c3, t, c2), t, c1), t, c0),
            {Fma(Fma(Broadcast(3.0f) * c3, t, c2 + c2), t, c1)}};
  }
};

// Error of the value: 0.5 ULP.
struct Divide {
  static constexpr int kInputs = 2;
  static HWY_INLINE OpResult<2> At(const Parameters& p, const VF* x) {
    const VF b = Limit(x[1], p[0], p[1]), inverse = Broadcast(1.0f) / b;
    const VF value = x[0] / b;
    return {value, {inverse, Limit(hn::Neg(value) * inverse, -kMaxSlope, kMaxSlope)}};
  }
};

// Error of the value for |x / b| up to 2^22: 0.5 ULP. For larger quotients, which a float does not
// hold to the unit, only the limits p2 .. p3 are guaranteed.
struct Modulo {
  static constexpr int kInputs = 2;
  static HWY_INLINE OpResult<2> At(const Parameters& p, const VF* x) {
    const VF b = Limit(x[1], p[0], p[1]), one = Broadcast(1.0f);
    VF whole = WholePart(Limit(x[0] / b, -kMaxSlope, kMaxSlope));
    VF rest = Fma(hn::Neg(b), whole, x[0]);
    // The quotient was rounded up to a whole number if the rest has the wrong sign.
    const MF is_above = rest * hn::CopySign(one, b) < hn::Zero(F32());
    whole = hn::IfThenElse(is_above, whole - one, whole);
    rest = hn::IfThenElse(is_above, rest + b, rest);
    return {Limit(rest, p[2], p[3]), {one, hn::Neg(whole)}};
  }
};

struct Sine {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters&, const VF* x) {
    const VF within = WithinPeriod(x[0]);
    return {SineWave(within), {SineSlope(within)}};
  }
};

struct Triangle {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters&, const VF* x) {
    const VF within = WithinPeriod(x[0]);
    return {TriangleWave(within), {TriangleSlope(within)}};
  }
};

struct Square {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters& p, const VF* x) {
    return {SquareWave(x[0], p[0]), {hn::Zero(F32())}};
  }
};

// Without the limits, rounding errors of the input could move the result beyond its bounds.
struct RoundDown {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters& p, const VF* x) {
    return {Limit(WholePart(x[0]), p[0], p[1]), {hn::Zero(F32())}};
  }
};

struct SignOf {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters& p, const VF* x) {
    return {Limit(Sign(x[0]), p[0], p[1]), {hn::Zero(F32())}};
  }
};

struct Exponential {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters&, const VF* x) {
    const VF power = hn::IfThenElseZero(x[0] >= Broadcast(kMinExponent), Exp(x[0]));
    return {power, {power}};
  }
};

struct Logarithm {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters& p, const VF* x) {
    const VF limited = hn::Max(x[0], Broadcast(p[0]));
    return {Log(limited), {hn::Min(Broadcast(1.0f) / limited, Broadcast(kMaxSlope))}};
  }
};

// Both branches are 0 where c is 0 or 1, so the result is continuous there.
struct SoftLight {
  static constexpr int kInputs = 2;
  static HWY_INLINE OpResult<2> At(const Parameters&, const VF* x) {
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
    return {Fma(twice, gap, x[0]), {Fma(twice * Within(x[0], 0, 1), gap_slope, one), gap + gap}};
  }
};

// Limits a slope to finite numbers: see kMaxSlope.
HWY_INLINE VF FiniteSlope(VF x) {
  return hn::IfThenElseZero(x == x, Limit(x, -kMaxSlope, kMaxSlope));
}

struct SlopeAlong {
  static constexpr int kInputs = 2;
  static HWY_INLINE OpResult<2> At(const Parameters& p, const VF* x) {
    const VF zero = hn::Zero(F32());
    const VF slope = Fma(Broadcast(p[0]), FiniteSlope(x[0]), Broadcast(p[1]) * FiniteSlope(x[1]));
    return {Limit(slope, -p[2], p[2]), {zero, zero}};
  }
};

struct Steepness {
  static constexpr int kInputs = 2;
  static HWY_INLINE OpResult<2> At(const Parameters& p, const VF* x) {
    const VF zero = hn::Zero(F32());
    const VF a = FiniteSlope(x[0]), b = FiniteSlope(x[1]);
    const VF u = FiniteSlope(Fma(Broadcast(p[0]), a, Broadcast(p[1]) * b));
    const VF v = FiniteSlope(Fma(Broadcast(p[2]), a, Broadcast(p[3]) * b));
    return {hn::Sqrt(Fma(u, u, v * v)), {zero, zero}};
  }
};

struct Angle {
  static constexpr int kInputs = 1;
  static HWY_INLINE OpResult<1> At(const Parameters&, const VF* x) {
    return {AngleOf(x[0]), {hn::Zero(F32())}};
  }
};

// The arrays of a run, for the kSlopes slopes that are written. RunSlopes keeps them in a local
// variable, since the compiler must assume that a store of samples may change anything reached
// through a pointer.
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

template <class Op, int kSlopes>
HWY_INLINE void RunSlopes(const PointwiseArgs& args, const Slot* in, int n, const Slot& out) {
  const F32 d;
  const Rows<Op::kInputs, kSlopes> rows = RowsOf<Op::kInputs, kSlopes>(in, out);
  const Parameters p(args);
  for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
    VF x[Op::kInputs];
    for (int i = 0; i < Op::kInputs; ++i) x[i] = hn::Load(d, rows.value[i] + k);
    const auto result = Op::At(p, x);
    for (int s = 0; s < kSlopes; ++s) {
      VF slope = result.d[0] * hn::Load(d, rows.slope[0][s] + k);
      for (int i = 1; i < Op::kInputs; ++i)
        slope = Fma(result.d[i], hn::Load(d, rows.slope[i][s] + k), slope);
      hn::Store(slope, d, rows.out_slope[s] + k);
    }
    hn::Store(result.v, d, rows.out_value + k);
  }
}

template <class Op>
void RunOp(const PointwiseArgs& args, const Slot* in, int n, const Slot& out) noexcept {
  int slopes = 0;
  for (const float* const slope : out.slope) slopes += slope != nullptr;
  if (slopes == 0) return RunSlopes<Op, 0>(args, in, n, out);
  if (slopes == 1) return RunSlopes<Op, 1>(args, in, n, out);
  if (slopes == 2) return RunSlopes<Op, 2>(args, in, n, out);
  RunSlopes<Op, 3>(args, in, n, out);
}

PointwiseRun SelectPointwiseHere(PointwiseOp op) {
  static constexpr PointwiseRun kRuns[] = {&RunOp<Linear>,
                                           &RunOp<Sum>,
                                           &RunOp<Multiply>,
                                           &RunOp<Extreme<1>>,
                                           &RunOp<Extreme<-1>>,
                                           &RunOp<SmoothExtreme<1>>,
                                           &RunOp<SmoothExtreme<-1>>,
                                           &RunOp<Mix>,
                                           &RunOp<Absolute>,
                                           &RunOp<Power>,
                                           &RunOp<Clamp>,
                                           &RunOp<Ridge>,
                                           &RunOp<Smoothstep>,
                                           &RunOp<StepUp>,
                                           &RunOp<Terrace>,
                                           &RunOp<Curve>,
                                           &RunOp<Divide>,
                                           &RunOp<Modulo>,
                                           &RunOp<Sine>,
                                           &RunOp<Triangle>,
                                           &RunOp<Square>,
                                           &RunOp<RoundDown>,
                                           &RunOp<SignOf>,
                                           &RunOp<Exponential>,
                                           &RunOp<Logarithm>,
                                           &RunOp<SoftLight>,
                                           &RunOp<SlopeAlong>,
                                           &RunOp<Steepness>,
                                           &RunOp<Angle>};
  static_assert(std::size(kRuns) == kPointwiseOps);
  return kRuns[static_cast<std::size_t>(op)];
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

PointwiseRun SelectPointwise(PointwiseOp op, int64_t simd_target) {
  return COBBLE_SELECT(SelectPointwiseHere, simd_target)(op);
}

}  // namespace cobble
#endif  // HWY_ONCE
