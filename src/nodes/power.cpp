// power: a power of the magnitude that keeps the sign.
#include <cmath>

#include "nodes/fields.h"
#include "nodes/values.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

// |x|^exponent with x's sign.
double SignedPower(double x, double exponent) {
  if (x == 0) return 0;
  return std::copysign(Exp(exponent * Log(std::abs(x))), x);
}

Compiled Compile(Compiler& compiler, const Visit& visit) {
  const Compiled source = compiler.Input(visit, "source");
  const double exponent = visit.node.Number("exponent");
  if (exponent == 1) return source;
  return compiler.Apply(
      {PointwiseOp::kPower, {ToFloat(exponent)}, {}}, {source},
      {SignedPower(source.bounds.low, exponent), SignedPower(source.bounds.high, exponent)});
}

}  // namespace

const NodeType& Power() {
  static const NodeType type{
      .spec = {.name = "power",
               .summary = "a power that keeps the sign: flattens or steepens about 0",
               .value = "sign(s) abs(s)^exponent, slope 0 at 0 unless exponent is 1",
               .bounds = "what lo and hi become",
               .fields = {SourceField(),
                          {.key = "exponent",
                           .minimum = 0.01,
                           .maximum = 100,
                           .required = true,
                           .help = "the power of the magnitude; the sign stays"}}},
      .compile = &Compile};
  return type;
}

}  // namespace cobble::nodes
