// Every stamp around a position, one by one.
#include "support/oracle/scatter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/oracle/bounds.h"
#include "support/oracle/family.h"

namespace cobble::test {
namespace {

// A stamp's random number from 0 to 1 for each purpose.
double Random(uint32_t stamp, uint32_t purpose) {
  return HashValue(HashEat(stamp, purpose)) / 4294967296.0;
}

double Mixed(const std::vector<double>& ends, double t) {
  return ends[0] + (ends[1] - ends[0]) * t;
}

bool AreApart(const OracleSample& a, const OracleSample& b) {
  return std::abs(a.value - b.value) > kValueTolerance * (a.value_slack + b.value_slack);
}

}  // namespace

OracleScatter::OracleScatter(const Node& node, uint32_t accumulator,
                             const std::array<double, 2>& lengths)
    : accumulator_(accumulator),
      jitter_(node.Number("jitter")),
      radius_(node.Number("radius")),
      density_(node.Number("density")),
      turn_(node.Number("turn") / 180 * std::numbers::pi),
      size_(node.Numbers("size")),
      height_(node.Numbers("height")),
      overlap_(node.Text("overlap")),
      shows_id_(node.Text("function") == "id") {
  for (std::size_t a = 0; a < 2; ++a) {
    frequency_[a] = node.Number("frequency");
    if (lengths[a] == 0) continue;
    period_[a] = std::llround(frequency_[a] * lengths[a]);
    frequency_[a] = static_cast<double>(period_[a]) / lengths[a];
  }
}

void OracleScatter::AddStamps(const std::array<int64_t, 2>& cell,
                              const std::array<long double, 2>& c,
                              std::vector<Stamp>* stamps) const {
  uint32_t hash = accumulator_;
  for (std::size_t a = 0; a < 2; ++a) hash = HashEat(hash, LatticeIndex(cell[a], period_[a]));
  for (uint32_t number = 0; number < 2; ++number) {
    const uint32_t own = HashEat(hash, number);
    if (Random(own, 3) >= density_ - number) continue;
    std::array<double, 2> to{};
    for (std::size_t a = 0; a < 2; ++a) {
      const double bits = HashValue(hash) >> (16 * number + 8 * a) & 0xFF;
      to[a] = static_cast<double>(c[a] - static_cast<long double>(cell[a])) -
              (0.5 + (bits / 255 - 0.5) * jitter_);
    }
    stamps->push_back({.x = to[0],
                       .y = to[1],
                       .radius = radius_ * Mixed(size_, Random(own, 1)),
                       .radians = turn_ * (Random(own, 0) - 0.5),
                       .height = Mixed(height_, Random(own, 2)),
                       .id = (HashValue(own) / 256) / 16777216.0,
                       .rank = HashValue(HashEat(own, 4))});
  }
}

// In: `off`, the position's possible error in cells.
OracleScatter::Layer OracleScatter::LayerOf(const Stamp& stamp, double off, double slack,
                                            const Source& source) const {
  const double scale = 0.5 / stamp.radius, s = std::sin(stamp.radians), c = std::cos(stamp.radians);
  const double frequency = std::max(frequency_[0], frequency_[1]);
  const Vec3 local{scale * (c * stamp.x + s * stamp.y), scale * (c * stamp.y - s * stamp.x),
                   1000 * stamp.id};
  Layer layer{.sample = source(local, 1.5 * slack * scale * frequency),
              .id = stamp.id,
              .rank = stamp.rank,
              .is_certain = std::hypot(stamp.x, stamp.y) < stamp.radius - off};
  OracleSample& sample = layer.sample;
  const double factor = scale * stamp.height;
  sample.value *= stamp.height;
  sample.value_slack =
      std::abs(stamp.height) * sample.value_slack + kRounding * std::abs(sample.value);
  sample.slope = {factor * frequency_[0] * (c * sample.slope[0] - s * sample.slope[1]),
                  factor * frequency_[1] * (s * sample.slope[0] + c * sample.slope[1]), 0};
  sample.slope_slack = 1.5 * std::abs(factor) * frequency * sample.slope_slack + kRounding;
  return layer;
}

OracleSample OracleScatter::Added(const std::vector<Layer>& layers) const {
  OracleSample sum;
  for (const Layer& layer : layers) {
    const OracleSample& sample = layer.sample;
    sum.value += sample.value;
    sum.slope = Plus(sum.slope, sample.slope);
    sum.value_slack += sample.value_slack + kRounding * std::abs(sum.value);
    sum.slope_slack += sample.slope_slack + kRounding * Largest(sum.slope);
    sum.kink |= sample.kink;
    sum.jump |= sample.jump;
  }
  return sum;
}

OracleSample OracleScatter::Top(const std::vector<Layer>& layers) const {
  const Layer* top = nullptr;
  bool kink = false, jump = false;
  const auto is_above = [&](const Layer& a, const Layer& b) {
    if (overlap_ == "over" || a.sample.value == b.sample.value) return a.rank > b.rank;
    return a.sample.value > b.sample.value;
  };
  for (const Layer& layer : layers) {
    kink |= layer.sample.kink;
    jump |= layer.sample.jump;
    if (std::abs(layer.sample.value) > min_value_ && (top == nullptr || is_above(layer, *top)))
      top = &layer;
  }
  if (top == nullptr) return {};
  if (overlap_ != "over")
    for (const Layer& layer : layers)
      if (&layer != top && layer.sample.value != top->sample.value &&
          !AreApart(layer.sample, top->sample))
        (shows_id_ ? jump : kink) |= std::abs(layer.sample.value) > min_value_;
  OracleSample sample = top->sample;
  if (shows_id_) sample = {.value = top->id};
  sample.kink = kink;
  sample.jump = jump;
  return sample;
}

OracleSample OracleScatter::Combined(const std::vector<Layer>& layers) const {
  return overlap_ == "add" && !shows_id_ ? Added(layers) : Top(layers);
}

OracleSample OracleScatter::At(const Vec3& position, double slack, const Source& source) const {
  std::array<long double, 2> c{};
  std::array<int64_t, 2> cell{};
  double off = 0;
  for (std::size_t a = 0; a < 2; ++a) {
    c[a] = static_cast<long double>(position[a]) * frequency_[a];
    cell[a] = static_cast<int64_t>(std::floor(c[a]));
    off += frequency_[a] * (kValueTolerance * slack + 0x1p-44 * (1 + std::abs(position[a])));
  }
  std::vector<Stamp> stamps;
  for (int64_t x = -3; x <= 3; ++x)
    for (int64_t y = -3; y <= 3; ++y) AddStamps({cell[0] + x, cell[1] + y}, c, &stamps);
  std::vector<Layer> layers, certain;
  for (const Stamp& stamp : stamps) {
    if (std::hypot(stamp.x, stamp.y) >= stamp.radius + off) continue;
    layers.push_back(LayerOf(stamp, off, slack, source));
    const OracleSample& sample = layers.back().sample;
    // Rounding errors of 0 are far below min_value_.
    const double value = std::abs(sample.value);
    const bool may_be_zero =
        value > 0.1 * min_value_ && value <= min_value_ + kValueTolerance * sample.value_slack;
    if (layers.back().is_certain && !may_be_zero) certain.push_back(layers.back());
  }
  OracleSample result = Combined(layers);
  const OracleSample without = Combined(certain);
  result.value_slack += kRounding * (1 + std::abs(result.value));
  result.jump |= AreApart(result, without);
  result.kink |= Largest(Plus(result.slope, without.slope, -1)) > 1e-3;
  return result;
}

// Counts, for 16 x 16 squares of a cell, the cells whose points can be within the radius. Returns
// the maximum, times the stamps per cell.
int OracleScatter::MaxStamps() const {
  const double radius = radius_ * std::max(size_[0], size_[1]);
  // The distance between the intervals [a, b] and [c, d].
  const auto gap = [](double a, double b, double c, double d) {
    return std::max({c - b, a - d, 0.0});
  };
  int maximum = 0;
  for (int square = 0; square < 256; ++square) {
    const double left = square % 16 / 16.0, above = square / 16 / 16.0;
    int count = 0;
    for (int cell = 0; cell < 49; ++cell) {
      const double x = cell % 7 - 3 + 0.5, y = cell / 7 - 3 + 0.5, half = jitter_ / 2;
      if (std::hypot(gap(left, left + 1 / 16.0, x - half, x + half),
                     gap(above, above + 1 / 16.0, y - half, y + half)) < radius)
        ++count;
    }
    maximum = std::max(maximum, count);
  }
  return maximum * static_cast<int>(std::ceil(density_));
}

Bounds OracleScatter::BoundsOf(const Bounds& source) {
  const Bounds magnitude = Magnitude(Times(source, Hull({height_[0], height_[1]})));
  min_value_ = 1e-6 * magnitude.high;
  if (shows_id_) return {0, 1};
  const Bounds stamp = Times(source, Hull({height_[0], height_[1]}));
  const double count = overlap_ == "add" ? MaxStamps() : 1;
  return {std::min(count * stamp.low, 0.0), std::max(count * stamp.high, 0.0)};
}

}  // namespace cobble::test
