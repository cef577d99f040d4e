// The operations on values, once a SIMD target, and their selector.
//
// Based on: the smooth minimum of Inigo Quilez, "Smooth Minimum", 2013; terraces and ridges as
// F. Kenton Musgrave et al., "Texturing and Modeling: A Procedural Approach", 1994.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/steps/kernels_pointwise.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "noise/math/fade-inl.h"
#include "noise/math/limit-inl.h"
#include "noise/math/power-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/steps/pointwise.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// An operation's value, and how much of each input's slope it passes on.
template <int kInputs>
struct Passed {
  VF v;
  VF d[kInputs];
};

// What an operation reads of its arguments, by value.
struct Parameters {
  std::array<float, 4> p;
  const CubicTable* curve;

  HWY_INLINE explicit Parameters(const PointwiseArgs& args) : p(args.p), curve(args.curve.get()) {}
  HWY_INLINE float operator[](std::size_t k) const { return p[k]; }
};

// 1 where x is within low .. high, else 0.
HWY_INLINE VF Within(VF x, float low, float high) {
  return hn::IfThenElseZero(hn::And(x >= Broadcast(low), x <= Broadcast(high)), Broadcast(1.0f));
}

// Every Op has kInputs and At(args, inputs).
struct Linear {
  static constexpr int kInputs = 1;
  static HWY_INLINE Passed<1> At(const Parameters& p, const VF* x) {
    return {Fma(Broadcast(p[0]), x[0] - Broadcast(p[1]), Broadcast(p[2])), {Broadcast(p[0])}};
  }
};

struct Sum {
  static constexpr int kInputs = 2;
  static HWY_INLINE Passed<2> At(const Parameters& p, const VF* x) {
    const VF a = Broadcast(p[0]), b = Broadcast(p[1]);
    return {Fma(a, x[0], Fma(b, x[1], Broadcast(p[2]))), {a, b}};
  }
};

struct Multiply {
  static constexpr int kInputs = 2;
  static HWY_INLINE Passed<2> At(const Parameters&, const VF* x) {
    return {x[0] * x[1], {x[1], x[0]}};
  }
};

// kSign: 1 for the smaller, -1 for the larger.
template <int kSign>
struct Extreme {
  static constexpr int kInputs = 2;
  static HWY_INLINE Passed<2> At(const Parameters&, const VF* x) {
    const MF first = kSign > 0 ? x[0] <= x[1] : x[0] >= x[1];
    const VF one = Broadcast(1.0f);
    return {hn::IfThenElse(first, x[0], x[1]),
            {hn::IfThenElseZero(first, one), hn::IfThenZeroElse(first, one)}};
  }
};

// The slopes blend: of the smaller 1 - h / 2, of the larger h / 2.
template <int kSign>
struct SmoothExtreme {
  static constexpr int kInputs = 2;
  static HWY_INLINE Passed<2> At(const Parameters& p, const VF* x) {
    const float width = p[0];
    const VF gap = x[0] - x[1];
    const VF h =
        hn::Max(Fma(hn::Abs(gap), Broadcast(-1 / width), Broadcast(1.0f)), hn::Zero(F32()));
    const MF first = kSign > 0 ? x[0] <= x[1] : x[0] >= x[1];
    const VF base = hn::IfThenElse(first, x[0], x[1]);
    const VF lesser = h * Broadcast(0.5f), rest = Broadcast(1.0f) - lesser;
    return {Fma(h * h, Broadcast(-0.25f * kSign * width), base),
            {hn::IfThenElse(first, rest, lesser), hn::IfThenElse(first, lesser, rest)}};
  }
};

struct Mix {
  static constexpr int kInputs = 3;
  static HWY_INLINE Passed<3> At(const Parameters&, const VF* x) {
    const VF t = Limit(x[2], 0, 1), gap = x[1] - x[0];
    return {Fma(gap, t, x[0]), {Broadcast(1.0f) - t, t, gap * Within(x[2], 0, 1)}};
  }
};

struct Absolute {
  static constexpr int kInputs = 1;
  static HWY_INLINE Passed<1> At(const Parameters&, const VF* x) {
    return {hn::Abs(x[0]), {Sign(x[0])}};
  }
};

// |x|^p = e^(p ln |x|). Numbers below the least normal one count as 0; beyond what Exp takes, and
// where a slope passes kSteepest, results are limited.
struct Power {
  static constexpr int kInputs = 1;
  static constexpr float kSteepest = 1e18f;
  static HWY_INLINE Passed<1> At(const Parameters& p, const VF* x) {
    const VF size = hn::Abs(x[0]);
    const MF some = size >= Broadcast(0x1p-126f);
    const VF safe = hn::IfThenElse(some, size, Broadcast(1.0f));
    const VF power = PowerOf(safe, p[0]);
    const VF steep = hn::Min(Broadcast(p[0]) * (power / safe), Broadcast(kSteepest));
    return {hn::IfThenElseZero(some, hn::CopySign(power, x[0])), {hn::IfThenElseZero(some, steep)}};
  }
};

struct Clamp {
  static constexpr int kInputs = 1;
  static HWY_INLINE Passed<1> At(const Parameters& p, const VF* x) {
    return {Limit(x[0], p[0], p[1]), {Within(x[0], p[0], p[1])}};
  }
};

struct Ridge {
  static constexpr int kInputs = 1;
  static HWY_INLINE Passed<1> At(const Parameters& p, const VF* x) {
    const VF rest = Broadcast(p[0]) - hn::Abs(x[0]);
    return {rest * rest, {Broadcast(-2.0f) * rest * Sign(x[0])}};
  }
};

struct Smoothstep {
  static constexpr int kInputs = 1;
  static HWY_INLINE Passed<1> At(const Parameters& p, const VF* x) {
    const VF scale = Broadcast(p[0]);
    const VF t = Limit(Fma(scale, x[0] - Broadcast(p[1]), Broadcast(p[2])), 0, 1);
    return {t * t * Fma(t, Broadcast(-2.0f), Broadcast(3.0f)),
            {Broadcast(6.0f) * Fma(hn::Neg(t), t, t) * scale}};
  }
};

struct StepUp {
  static constexpr int kInputs = 1;
  static HWY_INLINE Passed<1> At(const Parameters& p, const VF* x) {
    return {hn::IfThenElseZero(x[0] >= Broadcast(p[0]), Broadcast(1.0f)), {hn::Zero(F32())}};
  }
};

struct Terrace {
  static constexpr int kInputs = 1;
  static HWY_INLINE Passed<1> At(const Parameters& p, const VF* x) {
    const VF low = Broadcast(p[1]), height = Broadcast(p[2]);
    const VF sharp = Broadcast(p[3]), even = Broadcast(1 - p[3]);
    const VF u = Broadcast(p[0]) * (x[0] - low);
    const VF whole = hn::Floor(u), f = u - whole;
    const VF step = Fma(sharp, Fade(f), Fma(even, f, whole));
    const VF steep = Fma(sharp, FadeSlope(f), even);
    return {Fma(height, step, low), {steep * height * Broadcast(p[0])}};
  }
};

// The segment is found by halving, a lane for itself. Read gives a table's numbers at the lanes'
// segments.
struct Curve {
  static constexpr int kInputs = 1;

  static HWY_INLINE Passed<1> At(const Parameters& p, const VF* x) {
    const F32 d;
    // Small tables stand in a register.
    if (p.curve->segments <= static_cast<int>(hn::Lanes(d)))
      return With(*p.curve, x[0], [&](const float* from, VI at) {
        return hn::TableLookupLanes(hn::LoadU(d, from), hn::IndicesFromVec(d, at));
      });
    return With(*p.curve, x[0],
                [&](const float* from, VI at) { return hn::GatherIndex(d, from, at); });
  }

 private:
  template <class Read>
  static HWY_INLINE Passed<1> With(const CubicTable& table, VF x, const Read& read) {
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

// Where a run's numbers stand, for kSlopes slopes that are made. All in locals of RunSlopes, since
// the compiler must take every store for one that may change what is reached by a pointer.
template <int kInputs, int kSlopes>
struct Rows {
  const float* value[kInputs];
  const float* slope[kInputs][kSlopes > 0 ? kSlopes : 1];
  float* out_value;
  float* out_slope[kSlopes > 0 ? kSlopes : 1];
};

alignas(kAlign) constexpr float kZeros[kRunLength + kPad] = {};

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
    const auto passed = Op::At(p, x);
    for (int s = 0; s < kSlopes; ++s) {
      VF slope = passed.d[0] * hn::Load(d, rows.slope[0][s] + k);
      for (int i = 1; i < Op::kInputs; ++i)
        slope = Fma(passed.d[i], hn::Load(d, rows.slope[i][s] + k), slope);
      hn::Store(slope, d, rows.out_slope[s] + k);
    }
    hn::Store(passed.v, d, rows.out_value + k);
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
                                           &RunOp<Curve>};
  static_assert(std::size(kRuns) == kPointwiseOps);
  return kRuns[static_cast<std::size_t>(op)];
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

HWY_EXPORT(SelectPointwiseHere);

PointwiseRun SelectPointwise(PointwiseOp op, int64_t simd_target) {
  return COBBLE_SELECT(SelectPointwiseHere, simd_target)(op);
}

}  // namespace cobble
#endif  // HWY_ONCE
