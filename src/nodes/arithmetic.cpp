// Arithmetic on two inputs: add, subtract, multiply, divide, modulo, min, max, smooth-min,
// smooth-max and mix.
//
// Based on: Donald E. Knuth, "The Art of Computer Programming", volume 1, section 1.2.4: the rest
// of modulo has the sign of b.
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "nodes/shared/input_bounds.h"
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

// Makes the type of an operation on two inputs, `a` and `b`, its first arguments and keys, from the
// rest of its spec and a function that compiles it.
NodeType OfOperands(
    NodeSpec spec,
    std::function<Compiled(Compiler&, const NodeContext&, const Compiled& a, const Compiled& b)>
        compile) {
  spec.arguments.insert(spec.arguments.begin(), {"a", "b"});
  const std::vector<Field> operands = OperandFields();
  spec.fields.insert(spec.fields.begin(), operands.begin(), operands.end());
  return {
      .spec = std::move(spec),
      .compile = [compile = std::move(compile)](Compiler& compiler, const NodeContext& context) {
        const Compiled a = compiler.Input(context, "a");  // fixes the order of evaluation
        return compile(compiler, context, a, compiler.Input(context, "b"));
      }};
}

// In: spec, without arguments and fields.
NodeType SmoothExtreme(NodeSpec spec, bool is_min) {
  spec.arguments = {"width"};
  spec.fields = {{.key = "width",
                  .minimum = kMinDifference,
                  .fallback = "0.25",
                  .help = "inputs that differ by less than this are blended"}};
  return OfOperands(std::move(spec), [=](Compiler& compiler, const NodeContext& context,
                                         const Compiled& a, const Compiled& b) {
    const double width = context.node.Number("width");
    Bounds bounds = is_min ? Minimum(a.bounds, b.bounds) : Maximum(a.bounds, b.bounds);
    if (is_min)
      bounds.low -= width / 4;
    else
      bounds.high += width / 4;
    const PointwiseOp op = is_min ? PointwiseOp::kSmoothMin : PointwiseOp::kSmoothMax;
    return compiler.Apply({op, {ToFloat(width)}}, {a, b}, bounds);
  });
}

// Up to this quotient, floor(a / b) of doubles is as good as exact.
constexpr double kMaxQuotient = 1e6;

double Rest(double a, double b) {
  const double rest = std::fmod(a, b);  // exact
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// Returns the bounds of the rest where floor(a / b) takes several values. If a and b have the same
// sign, the rest is not farther from 0 than a.
Bounds BoundsOfRest(const Bounds& a, const Bounds& b) {
  if (b.low > 0) return {0, a.low >= 0 ? std::min(a.high, b.high) : b.high};
  return {a.high <= 0 ? std::max(a.low, b.low) : b.low, 0};
}

Compiled CompileModulo(Compiler& compiler, const NodeContext& context) {
  const Compiled a = compiler.Input(context, "a"), b = NonzeroInput(compiler, context, "b");
  if (a.IsConstant() && b.IsConstant()) return Compiled::Constant(Rest(a.offset, b.offset));
  const Bounds quotient = Quotient(a.bounds, b.bounds);
  const double whole = std::floor(quotient.low);
  if (whole == std::floor(quotient.high) && std::abs(whole) <= kMaxQuotient)
    return whole == 0 ? a : compiler.Sum(a, compiler.Scaled(b, -whole, 0));
  const Bounds bounds = BoundsOfRest(a.bounds, b.bounds);
  return compiler.Apply(
      {PointwiseOp::kModulo,
       {ToFloat(b.bounds.low), ToFloat(b.bounds.high), ToFloat(bounds.low), ToFloat(bounds.high)}},
      {a, b}, bounds);
}

}  // namespace

NodeType Add() {
  return OfOperands({.name = "add",
                     .summary = "the sum of two inputs",
                     .value = "a + b",
                     .bounds = "lo(a) + lo(b) to hi(a) + hi(b)"},
                    [](Compiler& compiler, const NodeContext&, const Compiled& a,
                       const Compiled& b) { return compiler.Sum(a, b); });
}

NodeType Subtract() {
  return OfOperands({.name = "subtract",
                     .summary = "the difference of two inputs",
                     .value = "a - b",
                     .bounds = "lo(a) - hi(b) to hi(a) - lo(b)"},
                    [](Compiler& compiler, const NodeContext&, const Compiled& a,
                       const Compiled& b) { return compiler.Sum(a, compiler.Scaled(b, -1, 0)); });
}

NodeType Multiply() {
  return OfOperands(
      {.name = "multiply",
       .summary = "the product of two inputs",
       .value = "a * b",
       .bounds = "the minimum and maximum of the four products of a bound of a with a bound of b"},
      [](Compiler& compiler, const NodeContext&, const Compiled& a, const Compiled& b) {
        return compiler.Product(a, b);
      });
}

NodeType Divide() {
  return {
      .spec = {.name = "divide",
               .summary = "the quotient of two inputs; the bounds of b must exclude 0",
               .value = "a / b",
               .bounds =
                   "the minimum and maximum of the four quotients of a bound of a and a bound of b",
               .arguments = {"a", "b"},
               .fields = OperandFields()},
      .compile = [](Compiler& compiler, const NodeContext& context) {
        const Compiled a = compiler.Input(context, "a"), b = NonzeroInput(compiler, context, "b");
        if (b.IsConstant()) return compiler.Scaled(a, 1 / b.offset, 0);
        return compiler.Apply(
            {PointwiseOp::kDivide, {ToFloat(b.bounds.low), ToFloat(b.bounds.high)}}, {a, b},
            Quotient(a.bounds, b.bounds));
      }};
}

NodeType Modulo() {
  return {
      .spec =
          {.name = "modulo",
           .summary = "the remainder of a division, with the sign of b: repeats values; the bounds "
                      "of b must exclude 0",
           .value = "a - b floor(a / b)",
           .bounds =
               "0..hi(b), or 0..min(hi(a), hi(b)) if lo(a) >= 0; mirrored if b is negative; "
               "lo(a)..hi(a) moved by whole multiples of b if floor(a / b) is the same everywhere",
           .arguments = {"a", "b"},
           .fields = OperandFields()},
      .compile = &CompileModulo};
}

NodeType Min() {
  return OfOperands(
      {.name = "min",
       .summary = "the smaller of two inputs",
       .value = "min(a, b); a if equal",
       .bounds = "min(lo(a), lo(b)) to min(hi(a), hi(b))"},
      [](Compiler& compiler, const NodeContext&, const Compiled& a, const Compiled& b) {
        return compiler.Apply({PointwiseOp::kMin}, {a, b}, Minimum(a.bounds, b.bounds));
      });
}

NodeType Max() {
  return OfOperands(
      {.name = "max",
       .summary = "the larger of two inputs",
       .value = "max(a, b); a if equal",
       .bounds = "max(lo(a), lo(b)) to max(hi(a), hi(b))"},
      [](Compiler& compiler, const NodeContext&, const Compiled& a, const Compiled& b) {
        return compiler.Apply({PointwiseOp::kMax}, {a, b}, Maximum(a.bounds, b.bounds));
      });
}

NodeType SmoothMin() {
  return SmoothExtreme({.name = "smooth-min",
                        .summary = "the smaller of two inputs, without a crease where they cross",
                        .value = "min(a, b) - width h^2/4, h = max(1 - abs(a - b)/width, 0)",
                        .bounds = "min(lo(a), lo(b)) - width/4 to min(hi(a), hi(b))"},
                       true);
}

NodeType SmoothMax() {
  return SmoothExtreme({.name = "smooth-max",
                        .summary = "the larger of two inputs, without a crease where they cross",
                        .value = "max(a, b) + width h^2/4, h = max(1 - abs(a - b)/width, 0)",
                        .bounds = "max(lo(a), lo(b)) to max(hi(a), hi(b)) + width/4"},
                       false);
}

NodeType Mix() {
  return OfOperands(
      {.name = "mix",
       .summary = "a blend of two inputs, weighted by a third",
       .value = "a + (b - a) clamp01(by)",
       .bounds = "min(lo(a), lo(b)) to max(hi(a), hi(b))",
       .arguments = {"by"},
       .fields = {InputField("by", "the weight: 0 or less gives a, 1 or more gives b")}},
      [](Compiler& compiler, const NodeContext& context, const Compiled& a, const Compiled& b) {
        const Compiled by = compiler.Input(context, "by");
        return compiler.Apply({PointwiseOp::kMix}, {a, b, by}, Hull(a.bounds, b.bounds));
      });
}

}  // namespace cobble::nodes
