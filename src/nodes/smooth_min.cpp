// smooth-min: the smaller of two inputs, without a crease where they cross.
#include "nodes/shared/smooth_extreme.h"

namespace cobble::nodes {

NodeType SmoothMin() {
  return SmoothExtreme({.name = "smooth-min",
                        .summary = "the smaller of two inputs, without a crease where they cross",
                        .value = "min(a, b) - width h^2/4, h = max(1 - abs(a - b)/width, 0)",
                        .bounds = "min(lo(a), lo(b)) - width/4 to min(hi(a), hi(b))"},
                       true);
}

}  // namespace cobble::nodes
