// invert: mirrors values, within the same bounds.
#include "nodes/shared/values.h"

namespace cobble::nodes {

NodeType Invert() {
  return OfSource({.name = "invert",
                   .summary = "mirrors values: lo becomes hi and hi becomes lo",
                   .value = "lo + hi - s",
                   .bounds = "lo..hi"},
                  [](Compiler& compiler, const NodeContext&, const Compiled& source) {
                    return compiler.Scaled(source, -1, source.bounds.low + source.bounds.high);
                  });
}

}  // namespace cobble::nodes
