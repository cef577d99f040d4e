// exp: e to the power of the source.
#include "nodes/shared/input_bounds.h"
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

// e^69 is 9.3e29. No value may be larger than 1e30, which is e^69.08.
constexpr double kMaxExponent = 69;

double ExpAt(double x) { return x < double{kMinExponent} ? 0 : cobble::Exp(x); }

}  // namespace

NodeType Exp() {
  return {
      .spec = {.name = "exp",
               .summary = "the exponential: e to the power of the source, which must be at most 69",
               .value = "e^s; 0 if s < -87",
               .bounds = "value at s = lo to value at s = hi",
               .arguments = {"source"},
               .fields = {SourceField()}},
      .compile = [](Compiler& compiler, const NodeContext& context) {
        const Compiled source = InputUpTo(compiler, context, "source", kMaxExponent);
        const Bounds bounds{ExpAt(source.bounds.low), ExpAt(source.bounds.high)};
        if (bounds.low == bounds.high) return Compiled::Constant(bounds.low);
        return compiler.Apply({PointwiseOp::kExp, {}, {}}, {source}, bounds);
      }};
}

}  // namespace cobble::nodes
