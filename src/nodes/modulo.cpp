// modulo: the remainder of a divided by b; repeats values.
//
// Based on: Donald E. Knuth, "The Art of Computer Programming", volume 1, section 1.2.4: the rest
// has the sign of b.
#include <algorithm>
#include <cmath>

#include "nodes/shared/input_bounds.h"
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

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

}  // namespace cobble::nodes
