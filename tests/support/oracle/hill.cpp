// Waves, whose directions follow the golden ratio, and quantile functions.
#include "support/oracle/hill.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cobble::test {
namespace {

constexpr double kPi = std::numbers::pi, kGolden = std::numbers::phi;

template <typename Real>
Real FractionOf(Real x) {
  return x - std::floor(x);
}

std::vector<double> Sizes(const Node& node) {
  if (node.Has("sizes")) return node.Numbers("sizes");
  const double waves = node.Number("waves"), power = -std::log(node.Number("smoothness"));
  std::vector<double> sizes;
  for (int i = 0; i < static_cast<int>(waves); ++i)
    sizes.push_back(std::pow((i + 0.5) / (waves + 1), power));
  return sizes;
}

// Returns j for each i, in 3D.
std::vector<std::size_t> Permutation(std::size_t n) {
  const double root5 = std::sqrt(5.0);
  const auto maximum = static_cast<double>(std::max(n - 1, std::size_t{1}));
  const double steps = std::floor(std::log(maximum * root5 + 0.5) / std::log(kGolden));
  const double down = std::floor(0.5 + std::pow(kGolden, steps) / root5);
  const auto decrement = static_cast<std::size_t>(down);
  const auto increment = static_cast<std::size_t>(std::floor(0.5 + down / kGolden));
  std::vector<std::size_t> permutation;
  std::size_t j = 0;
  for (std::size_t i = 0; i < n; ++i) {
    j = j >= decrement ? j - decrement : j + increment;
    if (j >= n) j -= decrement;
    permutation.push_back(j);
  }
  return permutation;
}

// Wave vectors are doubles, computed in exactly this order: their last bits matter 10^9 units away.
// The phases computed from them are exact.
std::vector<Vec3> Directions2D(std::size_t i, const Vec3& turn) {
  const double t = 2 * kPi * FractionOf(static_cast<double>(i) * kGolden + turn[0]);
  return {{std::cos(t), -std::sin(t), 0}, {-std::sin(t), -std::cos(t), 0}};
}

Vec3 Cross(const Vec3& a, const Vec3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

std::vector<Vec3> Directions3D(std::size_t i, std::size_t j, const Vec3& turn) {
  const double azimuth = 2 * kPi * FractionOf(static_cast<double>(i) * kGolden + turn[0]);
  const double polar = std::acos(2 * FractionOf(static_cast<double>(j) * kGolden + turn[1]) - 1);
  const double ca = std::cos(azimuth), sa = std::sin(azimuth);
  const double cp = std::cos(polar), sp = std::sin(polar);
  const Vec3 n1{sp * ca, sp * sa, cp}, m2{cp * ca, cp * sa, -sp}, m3 = Cross(n1, m2);
  const double angle = 2 * kPi * turn[2];
  const Vec3 n2 = Plus(Times(std::cos(angle), m2), m3, std::sin(angle));
  return {n1, n2, Cross(n1, n2)};
}

Vec3 TurnOf(uint32_t accumulator) {
  Vec3 turn{};
  for (uint32_t m = 0; m < 3; ++m)
    turn[m] = HashValue(HashEat(accumulator, 0x80000000u + m)) * 0x1p-32;
  return turn;
}

// Computes the standard normal distribution's quantile by bisection.
double NormalQuantile(double u) {
  if (u > 0.5) return -NormalQuantile(1 - u);
  double low = -10, high = 0;
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    (std::erfc(-middle / std::numbers::sqrt2) / 2 < u ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

OracleHill::OracleHill(const Node& node)
    : dimensions_(static_cast<int>(node.Number("dimensions"))),
      sizes_(Sizes(node)),
      permutation_(Permutation(sizes_.size())) {
  double sum = 0;
  for (const double size : sizes_) sum += size * size / (2 * dimensions_);
  deviation_ = std::sqrt(sum);
}

OracleHill::Wave OracleHill::WaveOf(std::size_t i, const Vec3& turn) const {
  const std::size_t j = permutation_[i];
  if (dimensions_ == 1) return {sizes_[i], {{1, 0, 0}}};
  if (dimensions_ == 2) return {sizes_[i], Directions2D(i, turn)};
  return {sizes_[j], Directions3D(i, j, turn)};
}

// Rounds a wave vector to whole turns per period, at least one; in a loop, only along z.
Vec3 OracleHill::Fitted(const Vec3& k, const std::array<int64_t, 3>& period) const {
  Vec3 turns{}, fitted{};
  int largest = 0;
  if (period[0] == 0) {
    const auto cells = static_cast<double>(period[2]);
    return {k[0], k[1], std::nearbyint(k[2] * cells) / cells};
  }
  bool zero = true;
  for (int a = 0; a < dimensions_; ++a) {
    turns[a] = k[a] * static_cast<double>(period[a]);
    fitted[a] = std::nearbyint(turns[a]);  // rounds half to even
    zero &= fitted[a] == 0;
    if (std::abs(turns[a]) > std::abs(turns[largest])) largest = a;
  }
  if (zero) fitted[largest] = std::copysign(1.0, turns[largest]);
  for (int a = 0; a < dimensions_; ++a) fitted[a] /= static_cast<double>(period[a]);
  return fitted;
}

OracleResult OracleHill::At(const OracleSite& site) const {
  double sum = 0;
  Vec3 slope{};
  const Vec3 turn = TurnOf(site.accumulator);
  for (uint32_t i = 0; i < sizes_.size(); ++i) {
    const Wave wave = WaveOf(i, turn);
    const double amplitude = wave.size / dimensions_;
    for (uint32_t axis = 0; axis < wave.directions.size(); ++axis) {
      Vec3 k = wave.directions[axis];
      for (double& along : k) along /= wave.size;
      if (site.tiled()) k = Fitted(k, site.period);
      const uint32_t hash = HashValue(HashEat(HashEat(site.accumulator, i), axis));
      const long double turns =
          k[0] * site.c[0] + k[1] * site.c[1] + k[2] * site.c[2] + hash * 0x1p-32L;
      const double phase = 2 * kPi * static_cast<double>(FractionOf(turns));
      sum += amplitude * std::sin(phase);
      slope = Plus(slope, k, amplitude * 2 * kPi * std::cos(phase));
    }
  }
  const double z = sum / deviation_;
  const double exponent = -2 * z * z / kPi;
  const double root = std::sqrt(-std::expm1(exponent));
  const double steepness =
      z == 0 ? 1 / std::sqrt(2 * kPi) : std::exp(exponent) * std::abs(z) / (kPi * root);
  return {.value = 0.5 + std::copysign(root / 2, z), .slope = Times(steepness / deviation_, slope)};
}

OracleDistribution::OracleDistribution(const Node& node) {
  FromName(node.Text("distribution.type"), &type_);
  const auto parameter = [&](const char* key) {
    return node.Number(std::string("distribution.") + key);
  };
  switch (type_) {
    case DistributionType::kUniform:
      break;
    case DistributionType::kWeibull:
      a_ = parameter("alpha"), b_ = parameter("beta");
      break;
    case DistributionType::kNormal:
      a_ = parameter("mean"), b_ = parameter("deviation");
      break;
    case DistributionType::kExponential:
      a_ = parameter("rate");
      break;
    case DistributionType::kTriangular:
      a_ = parameter("low"), b_ = parameter("mode"), c_ = parameter("high");
      break;
  }
}

double OracleDistribution::Limited(double u) { return std::clamp(u, 0x1p-24, 1 - 0x1p-24); }

OracleDistribution::Quantile OracleDistribution::At(double u) const {
  if (uniform()) return {u, 1, 0};
  u = Limited(u);
  const double v = 1 - u;
  switch (type_) {
    case DistributionType::kUniform:
    case DistributionType::kWeibull: {
      const double l = -std::log1p(-u), power = 1 / b_;
      const double first = a_ * power * std::pow(l, power - 1);
      return {a_ * std::pow(l, power), first / v, first * ((power - 1) / l + 1) / (v * v)};
    }
    case DistributionType::kNormal: {
      const double q = NormalQuantile(u);
      const double first = std::sqrt(2 * kPi) * std::exp(q * q / 2);
      return {a_ + b_ * q, b_ * first, b_ * q * first * first};
    }
    case DistributionType::kExponential:
      return {-std::log1p(-u) / a_, 1 / (a_ * v), 1 / (a_ * v * v)};
    case DistributionType::kTriangular:
      break;
  }
  const double span = c_ - a_;
  if (u * span < b_ - a_) {
    const double root = std::sqrt(u * span * (b_ - a_));
    return {a_ + root, root / (2 * u), -root / (4 * u * u)};
  }
  const double root = std::sqrt(v * span * (c_ - b_));
  return {c_ - root, root / (2 * v), root / (4 * v * v)};
}

}  // namespace cobble::test
