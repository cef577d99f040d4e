// ridge: sharp crests where the source is 0.
#include "nodes/shared/values.h"

namespace cobble::nodes {

NodeType Ridge() {
  return OfSource({.name = "ridge",
                   .summary = "sharp crests where the source is 0, valleys where it is 1 or -1",
                   .value = "(1 - abs(s))^2",
                   .bounds = "the minimum and maximum of (1 - abs(s))^2 over lo..hi"},
                  [](Compiler& compiler, const NodeContext&, const Compiled& source) {
                    return Ridged(compiler, source, 1);
                  });
}

}  // namespace cobble::nodes
