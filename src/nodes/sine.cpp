// sine: a smooth wave.
#include <cmath>

#include "nodes/shared/waves.h"

namespace cobble::nodes {
namespace {

double SineAt(double x) { return SinCosTurns(x - std::floor(x)).sin; }

}  // namespace

NodeType Sine() {
  return WaveType(
      {.name = "sine",
       .summary = "a smooth wave of period 1, from -1 to 1",
       .value = "sin(2 pi s)",
       .bounds = "-1..1; the minimum and maximum of sin(2 pi s) over lo..hi if lo and hi "
                 "are within -16..16"},
      PointwiseOp::kSine, &SineAt);
}

}  // namespace cobble::nodes
