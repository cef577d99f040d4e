// curve: a tone curve through given points, as in an image editor.
#include <cstddef>
#include <vector>

#include "nodes/shared/monotone_cubic.h"
#include "nodes/shared/values.h"
#include "noise/steps/pointwise.h"

namespace cobble::nodes {
namespace {

// A cubic's coefficients are up to 4 (y1 - y0) / width^3: with y1 - y0 = 2 kMaxCoordinate and width
// = kMinDifference that is 8e36, within float32.
constexpr double kMaxCoordinate = 1e9;

}  // namespace

NodeType Curve() {
  return OfSource(
      {.name = "curve",
       .summary = "a smooth curve through points, as in image editors",
       .value = "y at x = s of the monotone cubic (Fritsch-Carlson) through points, constant "
                "beyond them",
       .bounds = "the minimum and maximum y of points",
       .arguments = {"points"},
       .fields =
           {{.key = "points",
             .type = FieldType::kPairs,
             .minimum = -kMaxCoordinate,
             .maximum = kMaxCoordinate,
             .count = 256,
             .required = true,
             .help = "pairs [x, y] that map x to y; smooth in between, constant beyond the ends"}}},
      [](Compiler& compiler, const NodeContext& context, const Compiled& source) {
        const std::vector<double>& points = context.node.Numbers("points");
        Bounds bounds{points[1], points[1]};
        for (std::size_t k = 1; k < points.size(); k += 2)
          bounds = Hull(bounds, {points[k], points[k]});
        return compiler.Apply({PointwiseOp::kCurve, {}, MonotoneCubic(points, false)}, {source},
                              bounds);
      });
}

}  // namespace cobble::nodes
