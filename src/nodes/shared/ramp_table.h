// Builds the tables of ramps (noise/steps/ramp_step.h).
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/color.h"
#include "noise/steps/ramp_step.h"

namespace cobble::nodes {

// A segment from x to the next segment's x. Channel a is c[a][0] + c[a][1] t + c[a][2] t^2 +
// c[a][3] t^3 for t = 0..1, or c[a][0] if constant.
struct RampSegment {
  double x;
  bool is_constant;
  std::array<std::array<double, 4>, 3> c;
};

// In: segments in ascending order; end, where the last one ends. Beyond the ends, the table is
// constant: the first segment at t = 0, and `last`. Its flags are not set.
std::shared_ptr<RampTable> MakeRampTable(const std::vector<RampSegment>& segments, double end,
                                         const Rgb& last);

}  // namespace cobble::nodes
