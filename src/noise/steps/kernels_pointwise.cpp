// The pointwise operations, compiled once per SIMD level.
#include <utility>

#include "noise/math/vectors-inl.h"
#include "noise/steps/arithmetic_ops-inl.h"
#include "noise/steps/mathematics_ops-inl.h"
#include "noise/steps/pointwise.h"
#include "noise/steps/slope_ops-inl.h"
#include "noise/steps/zeros.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

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
      VF slope = result.d[0] * hn::Load(d, rows.slope[0][s] + k);
      for (int i = 1; i < kInputs; ++i)
        slope = Fma(result.d[i], hn::Load(d, rows.slope[i][s] + k), slope);
      hn::Store(slope, d, rows.out_slope[s] + k);
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

PointwiseRun SelectPointwiseHere(PointwiseOp op) {
  static constexpr PointwiseRun kRuns[] = {&RunOp<&Linear>,
                                           &RunOp<&Sum>,
                                           &RunOp<&Multiply>,
                                           &RunOp<&Extreme<1>>,
                                           &RunOp<&Extreme<-1>>,
                                           &RunOp<&SmoothExtreme<1>>,
                                           &RunOp<&SmoothExtreme<-1>>,
                                           &RunOp<&Mix>,
                                           &RunOp<&Absolute>,
                                           &RunOp<&Power>,
                                           &RunOp<&Clamp>,
                                           &RunOp<&Ridge>,
                                           &RunOp<&Smoothstep>,
                                           &RunOp<&StepUp>,
                                           &RunOp<&Terrace>,
                                           &RunOp<&Curve>,
                                           &RunOp<&Divide>,
                                           &RunOp<&Modulo>,
                                           &RunOp<&Sine>,
                                           &RunOp<&Triangle>,
                                           &RunOp<&Square>,
                                           &RunOp<&RoundDown>,
                                           &RunOp<&SignOf>,
                                           &RunOp<&Exponential>,
                                           &RunOp<&Logarithm>,
                                           &RunOp<&SoftLight>,
                                           &RunOp<&Between>,
                                           &RunOp<&Bend>,
                                           &RunOp<&SlopeAlong>,
                                           &RunOp<&Steepness>,
                                           &RunOp<&Angle>};
  static_assert(std::size(kRuns) == kPointwiseOps);
  return kRuns[static_cast<std::size_t>(op)];
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
