// Pointwise operations on values, independent of positions: sums, products, limits, curves. Each
// operation takes a run of 1 to 3 inputs and propagates slopes by the chain rule.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "noise/kernel.h"

namespace cobble {

// x, y, z: the inputs. p: the parameters. S(t) = t^2 (3 - 2 t), q(t) = t^3 (6 t^2 - 15 t + 10).
enum class PointwiseOp {
  kLinear,      // p0 (x - p1) + p2
  kSum,         // p0 x + p1 y + p2
  kMultiply,    // x y; 0, not -0, where x or y is 0
  kMin,         // min(x, y); x on a tie
  kMax,         // max(x, y); x on a tie
  kSmoothMin,   // min(x, y) - p0 h^2 / 4, h = max(1 - |x - y| / p0, 0)
  kSmoothMax,   // max(x, y) + p0 h^2 / 4, h as above
  kMix,         // x + (y - x) clamp01(z); x itself for z <= 0, y itself for z >= 1
  kAbs,         // |x|, slope 0 at 0
  kPower,       // sign(x) |x|^p0, slope 0 at 0
  kClamp,       // x within p0 .. p1, slope 0 beyond
  kRidge,       // (p0 - |x|)^2, slope 0 at 0
  kSmoothstep,  // S(clamp01(p0 (x - p1) + p2))
  kStep,        // 1 where x >= p0, else 0; slope 0
  kTerrace,     // u = p0 (x - p1), f = u - floor(u): p2 (floor(u) + (1 - p3) f + p3 q(f)) + p1
  kCurve,       // piecewise cubic, constant beyond the ends: see CubicTable
  kDivide,      // x / b, b = y within p0 .. p1, which exclude 0
  kModulo,      // x - b floor(x / b), b as above; the result within p2 .. p3
  kSine,        // sin(2 pi x)
  kTriangle,    // 4 x for |x| <= 1/4, of period 1; slope 0 at the folds
  kSquare,      // 1 where x - floor(x) < p0, else -1; slope 0
  kFloor,       // floor(x) within p0 .. p1; slope 0
  kSign,        // -1, 0 or 1, within p0 .. p1; slope 0
  kExp,         // e^x; 0 below kMinExponent
  kLog,         // ln of the larger of x and p0, which is positive and normal
  kSoftLight,   // x + (2 y - 1) (y <= 1/2 ? c - c^2 : D(c) - c), c = clamp01(x): see below
  kBetween,     // x + p0 (y - x), p0 within 0 .. 1/2: never beyond x and y, despite rounding
  kBend,        // (x - z) + (y - z)
  kSlopeAlong,  // p0 x + p1 y within -p2 .. p2, slope 0 beyond; see kMaxSlope
  kSteepness,   // sqrt((p0 x + p1 y)^2 + (p2 x + p3 y)^2), slope 0 at 0; see kMaxSlope
  kAngle,       // the angle in degrees whose tangent is x, for x >= 0
};
inline constexpr int kPointwiseOps = static_cast<int>(PointwiseOp::kAngle) + 1;

// The inputs of kSlopeAlong and kSteepness are slopes, which have no slopes of their own, or
// differences of values, which do. They are limited to -kMaxSlope .. kMaxSlope, with NaN as 0:
// slopes of extreme warps may overflow float32. Parameters are within the same limits.
inline constexpr float kMaxSlope = 1e18f;

// Operations that can increase values limit their results to -kMaxResult .. kMaxResult. The bounds
// of nodes are far below. Only beyond the picture's edge, where coordinates exceed their bounds,
// can powers and products reach the limit, which keeps them finite. In: finite inputs.
inline constexpr float kMaxResult = 0x1p120f;

// kSoftLight: D(c) = ((16 c - 12) c + 4) c up to c = 1/4, sqrt(c) above.
// Source: W3C, "Compositing and Blending Level 1", 2015, where x and y are within 0..1.

// e^x of a smaller x may be subnormal.
inline constexpr float kMinExponent = -87;

// Returns whether the slope is 0 everywhere. Such an operation needs no slopes.
constexpr bool IsPiecewiseConstant(PointwiseOp op) {
  return op == PointwiseOp::kStep || op == PointwiseOp::kSquare || op == PointwiseOp::kFloor ||
         op == PointwiseOp::kSign;
}

// A piecewise cubic. Segment k covers x[k] .. x[k + 1] with
//     c[0][k] + t (c[1][k] + t (c[2][k] + t c[3][k])), t = x - x[k].
// Segment 0, for all x below x[1] = x[0], and the last segment before the padding are constant. The
// number of segments is padded to a power of two with segments that begin at infinity.
struct CubicTable {
  static constexpr int kMaxSegments = 512;
  int segments = 1;
  std::array<float, kMaxSegments> x{};
  std::array<std::array<float, kMaxSegments>, 4> c{};
};

struct PointwiseArgs {
  PointwiseOp op = PointwiseOp::kLinear;
  std::array<float, 4> p{};
  std::shared_ptr<const CubicTable> curve{};  // kCurve only
};

// In: one slot of n samples per input of the op; a null slope counts as 0. Out: the value, and the
// slopes that are not null in `out`. `out` may be one of the inputs.
// Cost (AVX2, ns per sample and buffer, with two slopes): 0.02 to 0.03; kSmoothMin, kSmoothMax and
// kSmoothstep 0.04; kDivide, kModulo, kTriangle, kExp and kSoftLight 0.04 to 0.06; kTerrace, kSine
// and kLog 0.07; kCurve of up to 8 segments 0.2; kPower 0.6. Without slopes, kSlopeAlong 0.04,
// kSteepness and kAngle 0.1.
using PointwiseRun = void (*)(const PointwiseArgs& args, const Slot* in, int n,
                              const Slot& out) noexcept;

PointwiseRun SelectPointwise(PointwiseOp op, int64_t simd_target);

}  // namespace cobble
