// power: raises the absolute value to a power and keeps the sign.
#include "nodes/shared/values.h"

namespace cobble::nodes {

NodeType Power() {
  return OfSource(
      {.name = "power",
       .summary = "a power of the absolute value, keeping the sign: flattens or steepens near 0",
       .value = "sign(s) abs(s)^exponent, slope 0 at 0 unless exponent is 1",
       .bounds = "value at s = lo to value at s = hi",
       .arguments = {"exponent"},
       .fields = {RequiredNumber("exponent", {0.01, 100},
                                 "above 1 flattens near 0, below 1 steepens")}},
      [](Compiler& compiler, const NodeContext& context, const Compiled& source) {
        const double exponent = context.node.Number("exponent");
        return exponent == 1 ? source : Powered(compiler, source, exponent);
      });
}

}  // namespace cobble::nodes
