// smooth-max: the larger of two inputs, without a crease where they cross.
#include "nodes/shared/smooth_extreme.h"

namespace cobble::nodes {

NodeType SmoothMax() {
  return SmoothExtreme({.name = "smooth-max",
                        .summary = "the larger of two inputs, without a crease where they cross",
                        .value = "max(a, b) + width h^2/4, h = max(1 - abs(a - b)/width, 0)",
                        .bounds = "max(lo(a), lo(b)) to max(hi(a), hi(b)) + width/4"},
                       false);
}

}  // namespace cobble::nodes
