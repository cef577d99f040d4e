// sign: -1, 0 or 1.
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

double SignAt(double x) {
  if (x > 0) return 1;
  return x < 0 ? -1 : 0;
}

}  // namespace

NodeType Sign() {
  return OfSource({.name = "sign",
                   .summary = "-1 below 0, 1 above 0, and 0 at 0",
                   .value = "-1 if s < 0, 0 if s = 0, 1 if s > 0; slope 0",
                   .bounds = "the sign of lo to the sign of hi"},
                  [](Compiler& compiler, const NodeContext&, const Compiled& source) {
                    const double low = SignAt(source.bounds.low), high = SignAt(source.bounds.high);
                    if (low == high) return Compiled::Constant(low);
                    return compiler.Apply({PointwiseOp::kSign, {ToFloat(low), ToFloat(high)}, {}},
                                          {source}, {low, high});
                  });
}

}  // namespace cobble::nodes
