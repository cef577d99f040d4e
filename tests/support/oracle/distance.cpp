// The four metrics.
#include "support/oracle/distance.h"

namespace cobble::test {
namespace {}  // namespace

Distance Measure(Metric metric, const Vec3& o) {
  const double sizes[] = {std::abs(o[0]), std::abs(o[1]), std::abs(o[2])};
  const double square = Dot(o, o), length = std::sqrt(square);
  Distance distance;
  switch (metric) {
    case Metric::kEuclidean:
      distance.length = length;
      if (square > 0) distance.slope = Times(-1 / length, o);
      break;
    case Metric::kEuclideanSquared:
      distance = {square, Times(-2, o)};
      break;
    case Metric::kManhattan:
      distance.length = sizes[0] + sizes[1] + sizes[2];
      for (int a = 0; a < 3; ++a) distance.slope[a] = -SignOf(o[a]);
      break;
    case Metric::kChebyshev: {
      const auto first = static_cast<std::size_t>(std::max_element(sizes, sizes + 3) - sizes);
      distance.length = sizes[first];
      distance.slope[first] = -SignOf(o[first]);
      break;
    }
  }
  return distance;
}

bool IsCrease(Metric metric, int dimensions, const Vec3& offset, double blur) {
  const double length = Measure(metric, offset).length;
  if (length < 4 * blur) return true;
  int largest = 0;
  for (int a = 0; a < dimensions; ++a) {
    const double size = std::abs(offset[a]);
    if (metric == Metric::kManhattan && size < 4 * blur) return true;
    largest += length - size < 4 * blur;
  }
  return metric == Metric::kChebyshev && largest > 1;
}

}  // namespace cobble::test
