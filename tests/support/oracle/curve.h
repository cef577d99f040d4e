// Monotone cubics through points, evaluated slowly and simply in double.
#pragma once

#include <vector>

namespace cobble::test {

// Based on: F. N. Fritsch and R. E. Carlson, "Monotone Piecewise Cubic Interpolation", 1980.
class OracleCurve {
 public:
  // x0, y0, x1, y1, ...
  explicit OracleCurve(const std::vector<double>& points);

  struct Point {
    double value = 0, slope = 0;
  };
  Point At(double x) const;

 private:
  double Secant(std::size_t segment) const;

  std::vector<double> x_, y_, tangents_;
};

}  // namespace cobble::test
