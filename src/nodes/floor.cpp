// floor: rounds down to a whole number.
#include <cmath>

#include "nodes/shared/values.h"

namespace cobble::nodes {

NodeType Floor() {
  return OfSource({.name = "floor",
                   .summary = "the source rounded down to a whole number",
                   .value = "floor(s), slope 0",
                   .bounds = "floor(lo) to floor(hi)"},
                  [](Compiler& compiler, const NodeContext&, const Compiled& source) {
                    const double low = std::floor(source.bounds.low),
                                 high = std::floor(source.bounds.high);
                    if (low == high) return Compiled::Constant(low);
                    return compiler.Apply({PointwiseOp::kFloor, {ToFloat(low), ToFloat(high)}, {}},
                                          {source}, {low, high});
                  });
}

}  // namespace cobble::nodes
