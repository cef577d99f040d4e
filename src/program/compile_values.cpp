// Nodes that are arithmetic on their inputs' values. Constant sums and factors are gathered in
// Compiled and worked out where a value is needed, a chain of them as one step.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/math.h"
#include "core/numbers.h"
#include "program/compile.h"
#include "program/curve.h"
#include "program/intervals.h"

namespace cobble {
namespace {

// Factors of bounds that hardly differ can pass what floats hold.
float F(double x) {
  constexpr double kMost = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(x, -kMost, kMost));
}

// Where Settled looks for a middle: values reach no farther.
constexpr double kMostMiddle = 1e30;

Compiled ScaledBy(const Compiled& a, double scale, double offset) {
  Compiled out = a;
  out.scale *= scale;
  out.offset = out.offset * scale + offset;
  out.bounds = Scaled(a.bounds, scale, offset);
  return out;
}

// |x|^exponent with x's sign.
double SignedPower(double x, double exponent) {
  if (x == 0) return 0;
  return std::copysign(Exp(exponent * Log(std::abs(x))), x);
}

}  // namespace

Compiled Compiler::Apply(PointwiseArgs args, std::initializer_list<Compiled> inputs,
                         const Bounds& bounds) {
  PointwiseStep step{SelectPointwise(args.op, program_.level->target), std::move(args), 0, {}, {}};
  for (const Compiled& input : inputs)
    step.in[static_cast<std::size_t>(step.inputs++)] = Settled(input).raw;
  step.to.value = NewBuffer();
  for (std::size_t s = 0; s < 3; ++s) {
    bool varies = false;
    for (const Result& in : step.in) varies |= in.slope[s] >= 0;
    if (varies && step.args.op != PointwiseOp::kStep) step.to.slope[s] = NewBuffer();
  }
  Compiled out;
  out.raw = step.to;
  out.bounds = bounds;
  Emit(std::move(step));
  return out;
}

// scale (raw - middle) + rest, where middle takes most of the offset: scale raw + offset would lose
// its digits where a narrow range far from 0 is stretched. A middle that no value comes near is no
// use.
Compiled Compiler::Settled(const Compiled& a) {
  if (a.IsRaw()) return a;
  Compiled out;
  out.bounds = a.bounds;
  if (a.IsConstant()) {
    Emit(FillStep{F(a.offset), out.raw.value = NewBuffer()});
    return out;
  }
  Compiled raw;
  raw.raw = a.raw;
  const bool is_near = std::abs(a.offset) <= kMostMiddle * std::abs(a.scale);
  const float middle = a.scale == 0 || !is_near ? 0 : F(-a.offset / a.scale);
  const double rest = a.offset + a.scale * double{middle};
  return Apply({PointwiseOp::kLinear, {F(a.scale), middle, F(rest)}, {}}, {raw}, a.bounds);
}

Compiled Compiler::Constant(const Visit& visit) {
  return Compiled::Constant(visit.node.Number("value"));
}

Compiled Compiler::SumOf(const Compiled& a, const Compiled& b) {
  if (a.IsConstant()) return ScaledBy(b, 1, a.offset);
  if (b.IsConstant()) return ScaledBy(a, 1, b.offset);
  Compiled x, y;
  x.raw = a.raw;
  y.raw = b.raw;
  return Apply({PointwiseOp::kSum, {F(a.scale), F(b.scale), F(a.offset + b.offset)}, {}}, {x, y},
               Sum(a.bounds, b.bounds));
}

Compiled Compiler::ProductOf(const Compiled& a, const Compiled& b) {
  if (a.IsConstant()) return ScaledBy(b, a.offset, 0);
  if (b.IsConstant()) return ScaledBy(a, b.offset, 0);
  return Apply({PointwiseOp::kMultiply, {}, {}}, {a, b}, Product(a.bounds, b.bounds));
}

Compiled Compiler::Add(const Visit& visit) {
  const Compiled a = Input(visit, "a");  // first, whatever the order of arguments
  return SumOf(a, Input(visit, "b"));
}

Compiled Compiler::Subtract(const Visit& visit) {
  const Compiled a = Input(visit, "a");
  return SumOf(a, ScaledBy(Input(visit, "b"), -1, 0));
}

Compiled Compiler::Multiply(const Visit& visit) {
  const Compiled a = Input(visit, "a");
  return ProductOf(a, Input(visit, "b"));
}

Compiled Compiler::Extreme(const Visit& visit) {
  const bool is_min = visit.node.type == NodeType::kMin;
  const Compiled a = Input(visit, "a"), b = Input(visit, "b");
  return Apply({is_min ? PointwiseOp::kMin : PointwiseOp::kMax, {}, {}}, {a, b},
               is_min ? Least(a.bounds, b.bounds) : Greatest(a.bounds, b.bounds));
}

Compiled Compiler::SmoothExtreme(const Visit& visit) {
  const bool is_min = visit.node.type == NodeType::kSmoothMin;
  const Compiled a = Input(visit, "a"), b = Input(visit, "b");
  const double width = visit.node.Number("width");
  Bounds bounds = is_min ? Least(a.bounds, b.bounds) : Greatest(a.bounds, b.bounds);
  (is_min ? bounds.low : bounds.high) += is_min ? -width / 4 : width / 4;
  return Apply({is_min ? PointwiseOp::kSmoothMin : PointwiseOp::kSmoothMax, {F(width)}, {}}, {a, b},
               bounds);
}

Compiled Compiler::Mix(const Visit& visit) {
  const Compiled a = Input(visit, "a"), b = Input(visit, "b"), by = Input(visit, "by");
  return Apply({PointwiseOp::kMix, {}, {}}, {a, b, by}, Hull(a.bounds, b.bounds));
}

Compiled Compiler::Abs(const Visit& visit) {
  const Compiled source = Input(visit, "source");
  return Apply({PointwiseOp::kAbs, {}, {}}, {source}, Magnitude(source.bounds));
}

Compiled Compiler::Invert(const Visit& visit) {
  const Compiled source = Input(visit, "source");
  return ScaledBy(source, -1, source.bounds.low + source.bounds.high);
}

Compiled Compiler::Power(const Visit& visit) {
  const Compiled source = Input(visit, "source");
  const double exponent = visit.node.Number("exponent");
  if (exponent == 1) return source;
  return Apply(
      {PointwiseOp::kPower, {F(exponent)}, {}}, {source},
      {SignedPower(source.bounds.low, exponent), SignedPower(source.bounds.high, exponent)});
}

Compiled Compiler::ClampOf(const Compiled& a, double low, double high) {
  return Apply({PointwiseOp::kClamp, {F(low), F(high)}, {}}, {a}, Limited(a.bounds, low, high));
}

Compiled Compiler::Clamp(const Visit& visit) {
  const double low = visit.node.Number("low"), high = visit.node.Number("high");
  if (low > high)
    Fail(visit, "low", "must be at most \"high\", " + Shortest(high) + ", got " + Shortest(low));
  return ClampOf(Input(visit, "source"), low, high);
}

Compiled Compiler::Remap(const Visit& visit) {
  const Compiled source = Input(visit, "source");
  const std::vector<double>& to = visit.node.Numbers("to");
  double low = source.bounds.low, high = source.bounds.high;
  if (visit.node.Has("from")) {
    low = visit.node.Numbers("from")[0];
    high = visit.node.Numbers("from")[1];
    if (low == high) Fail(visit, "from", "must be two different numbers");
  }
  if (low == high) return Compiled::Constant(to[0]);
  const double scale = (to[1] - to[0]) / (high - low);
  return ScaledBy(source, scale, to[0] - scale * low);
}

Compiled Compiler::Smoothstep(const Visit& visit) {
  const double low = visit.node.Number("low"), high = visit.node.Number("high");
  if (low >= high)
    Fail(visit, "low", "must be below \"high\", " + Shortest(high) + ", got " + Shortest(low));
  return Apply({PointwiseOp::kSmoothstep, {F(1 / (high - low)), F(low), 0}, {}},
               {Input(visit, "source")}, {0, 1});
}

Compiled Compiler::RidgeOf(const Compiled& a, double offset) {
  return Apply({PointwiseOp::kRidge, {F(offset)}, {}}, {a},
               Square(Scaled(Magnitude(a.bounds), -1, offset)));
}

Compiled Compiler::Ridge(const Visit& visit) { return RidgeOf(Input(visit, "source"), 1); }

Compiled Compiler::Threshold(const Visit& visit) {
  const double level = visit.node.Number("level"), softness = visit.node.Number("softness");
  const Compiled source = Input(visit, "source");
  if (softness == 0) return Apply({PointwiseOp::kStep, {F(level)}, {}}, {source}, {0, 1});
  return Apply({PointwiseOp::kSmoothstep, {F(1 / softness), F(level), 0.5f}, {}}, {source}, {0, 1});
}

Compiled Compiler::Terrace(const Visit& visit) {
  const Compiled source = Input(visit, "source");
  const auto [low, high] = source.bounds;
  if (low == high) return Compiled::Constant(low);
  const double levels = visit.node.Number("levels"), sharpness = visit.node.Number("sharpness");
  return Apply({PointwiseOp::kTerrace,
                {F(levels / (high - low)), F(low), F((high - low) / levels), F(sharpness)},
                {}},
               {source}, source.bounds);
}

Compiled Compiler::Curve(const Visit& visit) {
  const std::vector<double>& points = visit.node.Numbers("points");
  Bounds bounds{points[1], points[1]};
  for (std::size_t k = 1; k < points.size(); k += 2) bounds = Hull(bounds, {points[k], points[k]});
  return Apply({PointwiseOp::kCurve, {}, MonotoneCubic(points)}, {Input(visit, "source")}, bounds);
}

}  // namespace cobble
