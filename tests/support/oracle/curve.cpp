// Tangents by Fritsch and Carlson, segments by the four polynomials of Hermite.
#include "support/oracle/curve.h"

#include <cmath>
#include <cstddef>

namespace cobble::test {

OracleCurve::OracleCurve(const std::vector<double>& points) {
  for (std::size_t k = 0; k < points.size(); k += 2) {
    x_.push_back(points[k]);
    y_.push_back(points[k + 1]);
  }
  const std::size_t last = x_.size() - 1;
  tangents_.push_back(Secant(0));
  for (std::size_t k = 1; k < last; ++k) {
    const bool turns = Secant(k - 1) * Secant(k) <= 0;
    tangents_.push_back(turns ? 0 : (Secant(k - 1) + Secant(k)) / 2);
  }
  tangents_.push_back(Secant(last - 1));
  for (std::size_t k = 0; k < last; ++k) {
    if (Secant(k) == 0) continue;
    const double length = std::hypot(tangents_[k] / Secant(k), tangents_[k + 1] / Secant(k));
    if (length <= 3) continue;
    tangents_[k] *= 3 / length;
    tangents_[k + 1] *= 3 / length;
  }
}

double OracleCurve::Secant(std::size_t k) const {
  return (y_[k + 1] - y_[k]) / (x_[k + 1] - x_[k]);
}

OracleCurve::Point OracleCurve::At(double x) const {
  if (x < x_.front()) return {y_.front(), 0};
  if (x >= x_.back()) return {y_.back(), 0};
  std::size_t k = 0;
  while (x >= x_[k + 1]) ++k;
  const double width = x_[k + 1] - x_[k], t = (x - x_[k]) / width, u = 1 - t;
  const double m0 = tangents_[k], m1 = tangents_[k + 1];
  return {(1 + 2 * t) * u * u * y_[k] + t * u * u * width * m0 + t * t * (3 - 2 * t) * y_[k + 1] -
              t * t * u * width * m1,
          6 * t * u * Secant(k) + u * (1 - 3 * t) * m0 + t * (3 * t - 2) * m1};
}

}  // namespace cobble::test
