// Value and Perlin noise by definition: weights of 2^n corners, slopes by the product rule.
#include "support/oracle/lattice.h"

#include <vector>

namespace cobble::test {
namespace {

double Fade(double t) { return t * t * t * (6 * t * t - 15 * t + 10); }
double FadeSlope(double t) { return 30 * t * t * (t - 1) * (t - 1); }

Vec3 PerlinVector(uint32_t value, int dimensions) {
  if (dimensions == 1) return LineVector(value);
  if (dimensions == 2) return Times(2 / 0.53528, SquareVector(value));
  return Times(1 / 0.56290, OctahedronVector(value));
}

}  // namespace

OracleLattice::OracleLattice(const Node& node)
    : type_(node.type), dimensions_(static_cast<int>(node.Number("dimensions"))) {}

OracleResult OracleLattice::Gradient(uint32_t value, const Vec3& offset) const {
  if (type_ == "value") return {.value = ValueGradient(value)};
  const Vec3 g = PerlinVector(value, dimensions_);
  return {.value = Dot(g, offset), .slope = g};
}

OracleResult OracleLattice::At(const OracleSite& site) const {
  std::vector<Corner> corners{{site.accumulator}};
  for (int axis = 0; axis < dimensions_; ++axis) {
    const double fraction = site.fraction[axis];
    std::vector<Corner> next;
    for (const Corner& corner : corners)
      for (int side = 0; side < 2; ++side) {
        const int64_t index = site.cell[axis] + side;
        Corner k = corner;
        k.accumulator = HashEat(k.accumulator, LatticeIndex(index, site.period[axis]));
        k.offset[axis] = fraction - side;
        const double weight = side ? Fade(fraction) : 1 - Fade(fraction);
        k.weight *= weight;
        const double slope = side ? FadeSlope(fraction) : -FadeSlope(fraction);
        for (int a = 0; a < 3; ++a) k.weight_slope[a] *= a == axis ? slope : weight;
        next.push_back(k);
      }
    corners = next;
  }
  OracleResult sum;
  for (const Corner& corner : corners) {
    const OracleResult g = Gradient(HashValue(corner.accumulator), corner.offset);
    sum.value += corner.weight * g.value;
    for (int a = 0; a < dimensions_; ++a)
      sum.slope[a] += corner.weight_slope[a] * g.value + corner.weight * g.slope[a];
  }
  return sum;
}

}  // namespace cobble::test
