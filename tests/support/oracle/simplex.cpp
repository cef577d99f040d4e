// Simplex noise by definition: a kernel at each corner of the simplex around the sample.
#include "support/oracle/simplex.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cobble::test {
namespace {

Vec3 UnitVector(const Vec3& v) { return Times(1 / std::sqrt(Dot(v, v)), v); }

}  // namespace

OracleSimplex::OracleSimplex(const Node& node)
    : type_(node.type), dimensions_(static_cast<int>(node.Number("dimensions"))) {}

OracleSimplex::Place OracleSimplex::Skewed(const OracleSite& site, const Place& c) const {
  const auto [x, y, z] = c;
  if (dimensions_ == 1) return c;
  if (site.tiled()) return dimensions_ == 2 ? Place{x + y / 2, y, 0} : Place{y + z, x + z, x + y};
  if (dimensions_ == 2) {
    const Real k = (x + y) * (std::numbers::sqrt3_v<Real> - 1) / 2;
    return {x + k, y + k, 0};
  }
  const Real k = (x + y + z) / 3;
  return {x + k, y + k, z + k};
}

OracleSimplex::Place OracleSimplex::PlaceOf(const OracleSite& site, const Index& index) const {
  const auto i = static_cast<Real>(index[0]), j = static_cast<Real>(index[1]),
             l = static_cast<Real>(index[2]);
  if (dimensions_ == 1) return {i, 0, 0};
  if (site.tiled())
    return dimensions_ == 2 ? Place{i - j / 2, j, 0}
                            : Place{(-i + j + l) / 2, (i - j + l) / 2, (i + j - l) / 2};
  if (dimensions_ == 2) {
    const Real u = (i + j) * (3 - std::numbers::sqrt3_v<Real>) / 6;
    return {i - u, j - u, 0};
  }
  const Real u = (i + j + l) / 6;
  return {i - u, j - u, l - u};
}

// Walks from the base to the opposite corner, one step per axis by descending fractions.
std::vector<OracleSimplex::Index> OracleSimplex::Corners(const Place& skewed) const {
  Index corner{};
  Place fraction{};
  std::vector<int> axes;
  for (int a = 0; a < dimensions_; ++a) {
    corner[a] = static_cast<int64_t>(std::floor(skewed[a]));
    fraction[a] = skewed[a] - std::floor(skewed[a]);
    axes.insert(axes.begin(), a);  // of equal fractions, the last axis goes first
  }
  std::stable_sort(axes.begin(), axes.end(),
                   [&](int a, int b) { return fraction[a] > fraction[b]; });
  std::vector<Index> corners{corner};
  for (const int a : axes) {
    ++corner[a];
    corners.push_back(corner);
  }
  return corners;
}

uint32_t OracleSimplex::Hash(const OracleSite& site, const Index& index) const {
  Index hashed = index;
  const auto& period = site.period;
  if (site.tiled() && dimensions_ == 1) hashed[0] = Modulo(index[0], period[0]);
  if (site.tiled() && dimensions_ == 2) {
    hashed[1] = Modulo(index[1], period[1]);
    hashed[0] = (Modulo(2 * index[0] - index[1], 2 * period[0]) + hashed[1]) / 2;
  }
  if (site.looped()) {
    // Moves the index by whole periods along z: by (p, p, 0), which changes Z by 2 p.
    const int64_t z = index[0] + index[1] - index[2];
    const int64_t shift = (z - Modulo(z, 2 * period[2])) / 2;
    hashed = {index[0] - shift, index[1] - shift, index[2]};
  } else if (site.tiled() && dimensions_ == 3) {
    const int64_t sum = index[0] + index[1] + index[2];
    Index twice{};  // X, Y, Z
    for (int a = 0; a < 3; ++a) twice[a] = Modulo(sum - 2 * index[a], 2 * period[a]);
    hashed = {(twice[1] + twice[2]) / 2, (twice[0] + twice[2]) / 2, (twice[0] + twice[1]) / 2};
  }
  uint32_t accumulator = site.accumulator;
  for (int a = 0; a < dimensions_; ++a)
    accumulator = HashEat(accumulator, static_cast<uint32_t>(hashed[a]));
  return HashValue(accumulator);
}

OracleResult OracleSimplex::Gradient(const OracleSite& site, uint32_t hash,
                                     const Vec3& offset) const {
  if (type_ == "simplex-value") return {.value = ValueGradient(hash)};
  Vec3 g;
  if (dimensions_ == 1)
    g = Times(32.0 / 27, LineVector(hash));
  else if (dimensions_ == 3)
    g = Times(1024 / (125 * std::sqrt(3.0)), UnitVector(OctahedronVector(hash)));
  else
    g = Times(site.tiled() ? 0.512 / 0.166375 : 5.832 / std::sqrt(2.0),
              UnitVector(SquareVector(hash)));
  return {.value = Dot(g, offset), .slope = g};
}

OracleResult OracleSimplex::Kernel(const OracleSite& site, uint32_t hash,
                                   const Vec3& offset) const {
  double radius = dimensions_ == 2 && site.tiled() ? 0.8 : 0.5;
  if (dimensions_ == 1) radius = 1;
  const double left = std::max(0.0, radius - Dot(offset, offset)) / radius;
  const double weight = left * left * left;
  const Vec3 weight_slope = Times(-6 * left * left / radius, offset);
  const OracleResult g = Gradient(site, hash, offset);
  return {.value = weight * g.value, .slope = Plus(Times(weight, g.slope), weight_slope, g.value)};
}

OracleResult OracleSimplex::At(const OracleSite& site) const {
  Real scale = 1;
  if (!site.tiled() && dimensions_ == 2) scale = 1 / std::numbers::sqrt3_v<Real>;
  if (!site.tiled() && dimensions_ == 3) scale = 0.6L;
  Place c{};
  for (int a = 0; a < dimensions_; ++a) c[a] = scale * site.c[a];
  OracleResult sum;
  for (const Index& corner : Corners(Skewed(site, c))) {
    const Place place = PlaceOf(site, corner);
    Vec3 offset{};
    for (int a = 0; a < dimensions_; ++a) offset[a] = static_cast<double>(c[a] - place[a]);
    const OracleResult kernel = Kernel(site, Hash(site, corner), offset);
    sum.value += kernel.value;
    sum.slope = Plus(sum.slope, kernel.slope);
  }
  sum.slope = Times(static_cast<double>(scale), sum.slope);
  return sum;
}

}  // namespace cobble::test
