// triangle: a wave of straight lines.
#include <cmath>

#include "nodes/shared/waves.h"

namespace cobble::nodes {
namespace {

double TriangleAt(double x) {
  const double u = x - 0.25;
  return 1 - 4 * std::abs(u - std::floor(u + 0.5));
}

}  // namespace

NodeType Triangle() {
  return WaveType(
      {.name = "triangle",
       .summary = "a wave of straight lines, of period 1, from -1 to 1",
       .value = "1 - 4 abs(u - floor(u + 0.5)), u = s - 0.25; slope 0 at its folds",
       .bounds = "-1..1; the minimum and maximum of the value over lo..hi if lo and hi are "
                 "within -16..16"},
      PointwiseOp::kTriangle, &TriangleAt);
}

}  // namespace cobble::nodes
