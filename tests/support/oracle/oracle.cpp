// Computes the positions of pixels, and the maps, from their definitions.
#include "support/oracle/oracle.h"

#include <algorithm>
#include <cmath>

namespace cobble::test {

Oracle::Oracle(const Recipe& recipe) : recipe_(recipe), tree_(recipe) {}

// A sphere's equator is 1 long. Slopes are along it.
OracleSample Oracle::At(const Vec3& position) const {
  if (recipe_.domain.surface == SurfaceShape::kPlane) return tree_.At(position);
  const Vec3 d = Times(1 / std::sqrt(Dot(position, position)), position);
  OracleSample sample = tree_.At(Times(1 / (2 * std::acos(-1.0)), d));
  sample.slope = Plus(sample.slope, d, -Dot(sample.slope, d));
  return sample;
}

Vec3 Oracle::Position(int64_t i, int64_t j) const {
  const bool vertices = recipe_.domain.grid == Grid::kVertices;
  const int64_t columns = recipe_.width - vertices, rows = recipe_.height - vertices;
  if (recipe_.flip) j = recipe_.height - 1 - j;
  if (recipe_.tiling) {
    i = Modulo(i, columns);
    j = Modulo(j, rows);
  }
  const auto along = [&](int64_t index, int64_t count, double extent) {
    const auto at = static_cast<long double>(index) + (vertices ? 0 : 0.5L);
    return static_cast<double>((at / static_cast<long double>(count) - 0.5L) * extent);
  };
  return {along(i, columns, recipe_.domain.extent[0]), along(j, rows, recipe_.domain.extent[1]),
          recipe_.domain.slice};
}

std::optional<Bounds> Oracle::HeightRange() const {
  switch (recipe_.range.mode) {
    case RangeMode::kNone:
      return {};
    case RangeMode::kFixed:
      return Bounds{recipe_.range.low, recipe_.range.high};
    case RangeMode::kNatural:
      return bounds();
    case RangeMode::kFit:
    case RangeMode::kShares:  // not known
      break;
  }
  Bounds fit{HUGE_VAL, -HUGE_VAL};
  for (int64_t j = 0; j < recipe_.height; ++j)
    for (int64_t i = 0; i < recipe_.width; ++i) {
      const double value = AtPixel(i, j).value;
      fit = {std::min(fit.low, value), std::max(fit.high, value)};
    }
  return fit;
}

// Returns the length of one picture width in units of P, to the right and downwards.
std::array<double, 2> Oracle::PictureUnits() const {
  const int64_t ends = recipe_.domain.grid == Grid::kVertices ? 1 : 0;
  const auto columns = static_cast<double>(recipe_.width - ends);
  const double row = recipe_.domain.extent[1] / static_cast<double>(recipe_.height - ends);
  return {recipe_.domain.extent[0], row * columns};
}

double Oracle::SlopeScale(const std::optional<Bounds>& range) const {
  const auto units = PictureUnits();
  const double span = range ? std::abs(range->high - range->low) : 1;
  return span == 0 ? 0 : std::max(units[0], units[1]) / span;
}

OracleMaps Oracle::Maps(const OracleSample& sample, const std::optional<Bounds>& range) const {
  OracleMaps maps;
  maps.value = sample.value;
  maps.height = sample.value;
  double steps = 1;  // change of h per change of the value
  if (range) {
    const double span = range->high - range->low;
    steps = span == 0 ? 0 : 1 / span;
    maps.height = span == 0 ? 0.5 : (sample.value - range->low) / span;
  }
  const auto units = PictureUnits();
  for (int a = 0; a < 2; ++a) maps.slope[a] = steps * sample.slope[a] * units[a];
  if (recipe_.flip) maps.slope[1] = -maps.slope[1];

  const double strength = recipe_.normal.strength;
  const double up = recipe_.normal.y == NormalY::kUp ? 1 : -1;
  const Vec3 n{-strength * maps.slope[0], up * strength * maps.slope[1], 1};
  const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (int a = 0; a < 3; ++a) maps.normal[a] = n[a] / length;
  return maps;
}

}  // namespace cobble::test
