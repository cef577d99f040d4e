// Sums up all corners in the neighbourhood, one by one.
#include "support/oracle/images/by_example.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <numbers>
#include <vector>

#include "support/oracle/family.h"
#include "support/oracle/images/image.h"

namespace cobble::test {
namespace {

// The standard normal distribution's quantile, by bisection.
double Quantile(double p) {
  double low = -10, high = 10;
  while (high - low > 1e-13) {
    const double middle = (low + high) / 2;
    (std::erfc(-middle / std::numbers::sqrt2) / 2 < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

// Samples by their quantiles, in ascending order.
using Samples = std::map<double, double>;

Samples SamplesOf(const std::vector<double>& values) {
  std::map<double, double> counts;
  for (const double value : values) ++counts[value];
  Samples out;
  double below = 0;
  for (const auto& [value, count] : counts) {
    const double quantile = Quantile((below + count / 2) / static_cast<double>(values.size()));
    below += count;
    out[quantile] = value;
  }
  return out;
}

// The way back: 32 cubics, whose ends are linearly interpolated samples.
class Curve {
 public:
  explicit Curve(const Samples& samples)
      : low_(samples.begin()->first), high_(samples.rbegin()->first) {
    for (int k = 0; k <= kPieces; ++k) {
      const double at = low_ + (high_ - low_) * k / kPieces;
      auto after = samples.upper_bound(at);
      if (after == samples.begin()) ++after;
      if (after == samples.end()) --after;
      const auto before = std::prev(after);
      const double t = std::clamp((at - before->first) / (after->first - before->first), 0.0, 1.0);
      ends_.push_back(before->second + t * (after->second - before->second));
    }
    for (std::size_t k = 0; k < ends_.size(); ++k) {
      const double left = k == 0 ? 0 : ends_[k] - ends_[k - 1];
      const double right = k == kPieces ? 0 : ends_[k + 1] - ends_[k];
      slopes_.push_back(left <= 0 || right <= 0 ? 0 : 2 / (1 / left + 1 / right));
    }
  }

  // Returns the value, and its derivative in `rate`: Hermite's cubics.
  double At(double quantile, double* rate) const {
    const double x = std::clamp((quantile - low_) / (high_ - low_) * kPieces, 0.0, 1.0 * kPieces);
    const auto k = static_cast<std::size_t>(std::min(std::floor(x), kPieces - 1.0));
    const double t = x - static_cast<double>(k), s = 1 - t;
    *rate = (6 * t * s * (ends_[k + 1] - ends_[k]) + s * (1 - 3 * t) * slopes_[k] -
             t * (2 - 3 * t) * slopes_[k + 1]) *
            kPieces / (high_ - low_);
    return (1 + 2 * t) * s * s * ends_[k] + t * t * (3 - 2 * t) * ends_[k + 1] +
           t * s * s * slopes_[k] - t * t * s * slopes_[k + 1];
  }

  // Returns the middle of the quantiles with this value, by bisection.
  double QuantileOf(double value) const {
    const auto bound = [&](const auto& is_below) {
      double low = low_, high = high_, rate = 0;
      for (int k = 0; k < 60; ++k) {
        const double middle = (low + high) / 2;
        (is_below(At(middle, &rate)) ? low : high) = middle;
      }
      return (low + high) / 2;
    };
    const double first = bound([&](double at) { return at < value; });
    const double last = bound([&](double at) { return at <= value; });
    return (first + last) / 2;
  }

 private:
  static constexpr int kPieces = 32;

  double low_, high_;
  std::vector<double> ends_, slopes_;
};

// An axis: corners are `step` pixels apart, in half cells along x and in rows along y.
struct AxisOfCorners {
  double frequency = 0, scatter = 0, pixels_per_unit = 0, step = 0;
  int64_t period = 0, period_pixels = 0;  // of corners
  int64_t size = 0, first = 0, count = 0;

  AxisOfCorners(const Node& node, std::size_t a, uint32_t accumulator, double length,
                const ImageSamples& samples)
      : frequency(FrequencyAlong(node, a)),
        scatter(HashValue(HashEat(accumulator, 0x80000000u + static_cast<uint32_t>(a))) * 0x1p-32),
        pixels_per_unit(static_cast<double>(samples.width)),
        size(a == 0 ? samples.width : samples.height) {
    const int per_cell = a == 0 ? 2 : 1;
    if (length > 0) {
      const int64_t cells = std::llround(frequency * length);
      frequency = static_cast<double>(cells) / length;
      period = cells * per_cell;
      period_pixels = std::max<int64_t>(std::llround(length * pixels_per_unit), 1);
      pixels_per_unit = static_cast<double>(period_pixels) / length;
    }
    step = pixels_per_unit / frequency / per_cell;
    const auto margin = static_cast<int64_t>(pixels_per_unit / frequency) + 1;
    first = samples.wraps ? 0 : margin;
    count = samples.wraps ? size : size - 1 - 2 * margin;
  }

  double Cells(double p) const { return p * frequency + scatter; }

  // Returns the whole pixel of a corner.
  int64_t PixelOf(int64_t corner) const {
    const int64_t turns = period == 0 ? 0 : (corner - Modulo(corner, period)) / period;
    const double pixel = static_cast<double>(corner - turns * period) * step -
                         scatter / frequency * pixels_per_unit - 0.5;
    return static_cast<int64_t>(std::floor(pixel)) + turns * period_pixels;
  }
};

struct Example {
  ImageSamples quantiles;
  Curve curve;
  std::array<AxisOfCorners, 2> axes;
  uint32_t accumulator;
  bool is_b_spline;

  // Returns the quantile that a corner's patch shows, with its slopes.
  PatternValue PatchAt(const Vec3& p, int64_t number, int64_t row) const {
    const auto& [x, y] = axes;
    const uint32_t n = LatticeIndex(number, x.period), r = LatticeIndex(row, y.period);
    const auto halved = [](uint32_t k, int times) {
      return static_cast<uint32_t>(static_cast<int32_t>(k) >> times);
    };
    const uint32_t column = halved(n, 1);
    const uint32_t hash = HashValue(HashEat(HashEat(accumulator, n), r));
    const uint32_t block =
        HashValue(HashEat(HashEat(accumulator + 0x9E3779B1u, halved(column, 2)), halved(r, 2)));
    const uint32_t place = column % 4 + 4 * (r % 4);
    const uint32_t sixteenth = (place * (block >> 16 | 1) + (block >> 8)) % 16;
    const auto chosen = [](const AxisOfCorners& axis, uint32_t quarter, uint32_t random) {
      const auto both = static_cast<int64_t>(quarter * 0x4000u + random);
      return axis.first + both * axis.count / 65536;
    };
    const int64_t i = chosen(x, sixteenth % 4, hash % 0x4000) - x.PixelOf(number);
    const int64_t j = chosen(y, sixteenth / 4, hash >> 18) - y.PixelOf(row);
    PatternValue out =
        InterpolatedAt(quantiles, p[0] * x.pixels_per_unit - 0.5 + static_cast<double>(i),
                       p[1] * y.pixels_per_unit - 0.5 + static_cast<double>(j), is_b_spline);
    out.slope[0] *= x.pixels_per_unit;
    out.slope[1] *= y.pixels_per_unit;
    return out;
  }

  PatternValue At(const Vec3& p) const {
    const double x = axes[0].Cells(p[0]), y = axes[1].Cells(p[1]);
    const auto row0 = static_cast<int64_t>(std::floor(y));
    const auto number0 = static_cast<int64_t>(std::floor(2 * x));
    double sum = 0, squares = 0;
    std::array<double, 2> slope{}, squares_slope{};
    for (int64_t row = row0 - 1; row <= row0 + 2; ++row)
      for (int64_t number = number0 - 3; number <= number0 + 4; ++number) {
        if (Modulo(number, 2) != Modulo(row, 2)) continue;
        const double u = x - static_cast<double>(number) / 2, v = y - static_cast<double>(row);
        const double q = std::max(0.0, 1 - u * u * 4 / 3 - v * v);
        if (q == 0) continue;
        const double w = std::pow(q, 8);
        const std::array<double, 2> dw{-8 * std::pow(q, 7) * u * 8 / 3 * axes[0].frequency,
                                       -8 * std::pow(q, 7) * v * 2 * axes[1].frequency};
        const PatternValue patch = PatchAt(p, number, row);
        sum += w * patch.value;
        squares += w * w;
        for (std::size_t a = 0; a < 2; ++a) {
          slope[a] += dw[a] * patch.value + w * patch.slope[a];
          squares_slope[a] += 2 * w * dw[a];
        }
      }
    double rate = 0;
    PatternValue out{curve.At(sum / std::sqrt(squares), &rate), {}};
    for (std::size_t a = 0; a < 2; ++a)
      out.slope[a] = rate * (slope[a] / std::sqrt(squares) -
                             sum * squares_slope[a] / (2 * squares * std::sqrt(squares)));
    return out;
  }
};

}  // namespace

OraclePattern MakeByExample(const Recipe& recipe, const Node& node, uint32_t accumulator,
                            const std::array<double, 2>& periods) {
  ImageSamples samples = ImageSamplesOf(recipe, node);
  const auto [low, high] = std::ranges::minmax(samples.values);
  if (low == high)
    return {[value = low](const Vec3&) { return PatternValue{value, {}}; }, {low, low}};
  const Curve curve(SamplesOf(samples.values));
  for (double& value : samples.values) value = curve.QuantileOf(value);
  const auto axis = [&](std::size_t a) {
    return AxisOfCorners(node, a, accumulator, periods[a], samples);
  };
  const std::array<AxisOfCorners, 2> axes{axis(0), axis(1)};
  const auto example = std::make_shared<const Example>(
      Example{samples, curve, axes, accumulator, node.Text("filter") == "b-spline"});
  // Quantiles are sums in float32 of numbers with 7 digits.
  const auto blur = [&](std::size_t a) { return 2e-6 / axes[a].pixels_per_unit; };
  return {[example](const Vec3& p) { return example->At(p); }, {low, high}, {blur(0), blur(1), 0}};
}

}  // namespace cobble::test
