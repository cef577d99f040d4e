// square: a wave of two values.
#include <cmath>

#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

// Returns the number of jumps from 0 to x.
double JumpsUpTo(double x, double duty) {
  const double whole = std::floor(x);
  return 2 * whole + (x - whole < duty ? 0 : 1);
}

Compiled CompileSquare(Compiler& compiler, const NodeContext& context, const Compiled& source) {
  const double duty = context.node.Number("duty");
  if (duty == 0 || duty == 1) return Compiled::Constant(2 * duty - 1);
  const double first = JumpsUpTo(source.bounds.low, duty);
  if (first == JumpsUpTo(source.bounds.high, duty))
    return Compiled::Constant(std::fmod(first, 2) == 0 ? 1 : -1);
  return compiler.Apply({PointwiseOp::kSquare, {ToFloat(duty)}, {}}, {source}, {-1, 1});
}

}  // namespace

NodeType Square() {
  return OfSource({.name = "square",
                   .summary = "a wave of period 1 that jumps between 1 and -1",
                   .value = "1 if s - floor(s) < duty, else -1; slope 0",
                   .bounds = "-1..1; one value if it does not change over lo..hi",
                   .arguments = {"duty"},
                   .fields = {NumberField("duty", {0, 1}, "0.5",
                                          "the part of each period in which the wave is 1")}},
                  &CompileSquare);
}

}  // namespace cobble::nodes
