// Piecewise cubics, and the table of them that kCurve reads.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/bounds.h"
#include "noise/steps/pointwise.h"

namespace cobble::nodes {

// A segment from x to end: c[0] + c[1] t + c[2] t^2 + c[3] t^3, where t is the distance from x.
struct CubicSegment {
  double x, end;
  std::array<double, 4> c;

  double At(double t) const { return c[0] + t * (c[1] + t * (c[2] + t * c[3])); }
};

// Returns the table of a curve that is `before` below its first segment and `after` past its last.
// In: 1 to kMaxSegments - 2 segments, in ascending order, without gaps.
std::shared_ptr<const CubicTable> MakeCubicTable(double before,
                                                 const std::vector<CubicSegment>& segments,
                                                 double after);

Bounds BoundsOf(const CubicSegment& segment);

}  // namespace cobble::nodes
