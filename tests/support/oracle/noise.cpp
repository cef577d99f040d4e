// Octaves, turbulence and distributions.
#include "support/oracle/noise.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "support/oracle/cell.h"
#include "support/oracle/lattice.h"
#include "support/oracle/simplex.h"
#include "support/oracle/voronoi.h"

namespace cobble::test {
namespace {

double Sine(double degrees) {
  const double turned = degrees - 360 * std::floor(degrees / 360);
  if (turned == 0 || turned == 180) return 0;
  if (turned == 90) return 1;
  if (turned == 270) return -1;
  return std::sin(turned * std::numbers::pi / 180);
}
double Cosine(double degrees) { return Sine(degrees + 90); }

std::shared_ptr<const OracleFamily> MakeFamily(const Node& node) {
  const std::string& type = node.type;
  if (type == "voronoi") return std::make_shared<OracleVoronoi>(node);
  if (type == "cell") return std::make_shared<OracleCell>(node);
  if (type == "hill") return std::make_shared<OracleHill>(node);
  if (type == "simplex" || type == "simplex-value") return std::make_shared<OracleSimplex>(node);
  return std::make_shared<OracleLattice>(node);
}

// Returns the maximum of a function of distances that are at most `limit`.
double MaxOfFunction(const Node& node) {
  const double limit = node.Number("limit");
  if (node.type == "cell") return limit;
  const std::string& function = node.Text("function");
  if (function == "F1*F2") return limit * limit;
  return function == "F1/F2" ? 1 : limit;
}

}  // namespace

Matrix3 Product(const Matrix3& a, const Matrix3& b) {
  Matrix3 c{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}

Matrix3 OracleRotation(const Vec3& degrees) {
  const auto s = [&](int axis) { return Sine(degrees[axis]); };
  const auto c = [&](int axis) { return Cosine(degrees[axis]); };
  const Matrix3 x{{{1, 0, 0}, {0, c(0), -s(0)}, {0, s(0), c(0)}}};
  const Matrix3 y{{{c(1), 0, s(1)}, {0, 1, 0}, {-s(1), 0, c(1)}}};
  const Matrix3 z{{{c(2), -s(2), 0}, {s(2), c(2), 0}, {0, 0, 1}}};
  return Product(y, Product(x, z));
}

OracleMap::OracleMap(const Vec3& translate_in, const Vec3& rotate, const Vec3& scale)
    : matrix(Product(OracleRotation(rotate),
                     {{{scale[0], 0, 0}, {0, scale[1], 0}, {0, 0, scale[2]}}})),
      translate(translate_in) {}

Vec3 OracleMap::Apply(const Vec3& p) const {
  return {translate[0] + Dot(matrix[0], p), translate[1] + Dot(matrix[1], p),
          translate[2] + Dot(matrix[2], p)};
}

Vec3 OracleMap::PullBack(const Vec3& slope) const {
  Vec3 out{};
  for (int a = 0; a < 3; ++a) out = Plus(out, matrix[a], slope[a]);
  return out;
}

double OracleMap::MaxScale() const {
  double maximum = 0;
  for (int a = 0; a < 3; ++a) {
    double row = 0, column = 0;
    for (int b = 0; b < 3; ++b) {
      row += std::abs(matrix[a][b]);
      column += std::abs(matrix[b][a]);
    }
    maximum = std::max({maximum, row, column});
  }
  return maximum;
}

OracleNoise::OracleNoise(const Recipe& recipe, const Node& node, const OraclePlace& place)
    : family_(MakeFamily(node)),
      dimensions_(static_cast<int>(node.Number("dimensions"))),
      has_turbulence_(node.Has("turbulence")),
      has_limit_(node.Has("limit")) {
  if (has_turbulence_) FromName(node.Text("turbulence"), &turbulence_);
  if (has_limit_) maximum_ = MaxOfFunction(node);
  if (node.Has("function")) is_offset_ = std::string_view("uvw").find(node.Text("function")) < 3;
  if (node.type == "hill") distribution_ = OracleDistribution(node);
  double amplitude = 1, sum = 0;
  std::array<long double, 3> frequency{};
  for (std::size_t a = 0; a < 3; ++a) frequency[a] = FrequencyAlong(node, a);
  for (uint32_t o = 0; o < static_cast<uint32_t>(node.Number("octaves")); ++o) {
    Octave octave{HashSeed(place.seed) + place.shift + o, frequency, {}, {}, amplitude};
    if (node.Has("aligned") && !node.Bool("aligned"))
      for (uint32_t a = 0; a < 3; ++a)
        octave.scatter[a] = HashValue(HashEat(octave.accumulator, 0x80000000u + a)) * 0x1p-32L;
    FitToPeriod(recipe, place.map, octave);
    octaves_.push_back(octave);
    sum += amplitude;
    amplitude *= node.Number("persistence");
    for (long double& each : frequency) each *= node.Number("lacunarity");
  }
  for (Octave& octave : octaves_) octave.amplitude /= sum;
}

void OracleNoise::FitToPeriod(const Recipe& recipe, const Matrix3& map, Octave& octave) const {
  const Vec3 extent{recipe.domain.extent[0], recipe.domain.extent[1], 1};
  for (int axis = 0; axis < dimensions_; ++axis) {
    if (!recipe.tiling && !(recipe.loop && axis == 2)) continue;
    // In a tiled recipe, exactly one axis of the picture maps to this axis of the lattice.
    int from = 0;
    for (int k = 1; k < 3; ++k)
      if (std::abs(map[axis][k]) > std::abs(map[axis][from])) from = k;
    const long double side = std::abs(static_cast<long double>(map[axis][from]) * extent[from]);
    octave.period[axis] = std::llround(octave.frequency[axis] * side);
    octave.frequency[axis] = static_cast<long double>(octave.period[axis]) / side;
  }
}

Bounds OracleNoise::bounds() const {
  if (has_turbulence_ && turbulence_ == Turbulence::kNone) return {-1, 1};
  if (is_offset_) return {-2, 2};
  if (has_limit_) return {0, maximum_};
  return {distribution_.At(0).value, distribution_.At(1).value};
}

// The assumed errors of positions are at most 3e-7 for float32 offsets, a few ULP for double
// positions, and a twentieth of the value tolerance for positions displaced by values.
OracleSite OracleNoise::SiteOf(const Octave& octave, const Vec3& p, double slack) const {
  OracleSite site{.accumulator = octave.accumulator, .period = octave.period, .blur = 3e-7};
  for (int a = 0; a < dimensions_; ++a) {
    const long double c = p[a] * octave.frequency[a] + octave.scatter[a], cell = std::floor(c);
    site.c[a] = c;
    site.cell[a] = static_cast<int64_t>(cell);
    site.fraction[a] = static_cast<double>(c - cell);
    const double moved = kValueTolerance / 20 * slack * static_cast<double>(octave.frequency[a]);
    site.blur = std::max(site.blur, 3e-7 + std::abs(static_cast<double>(c)) * 0x1p-50 + moved);
  }
  return site;
}

OracleResult OracleNoise::Folded(OracleResult v, double off) const {
  if (turbulence_ == Turbulence::kNone) return v;
  const double size = std::abs(v.value);
  const double sign = SignOf(v.value);
  const bool smooth = turbulence_ == Turbulence::kSmooth;
  v.kink |= !smooth && size < kValueTolerance * off;
  v.value = smooth ? size * size * (3 - 2 * size) : size;
  v.slope = Times(smooth ? 6 * size * (1 - size) * sign : sign, v.slope);
  return v;
}

// Computes the distribution's value and slope, and the effect of errors in u and its slope. Takes
// half the tolerance as the error of u; with all of it, the tails would accept anything.
OracleSample OracleNoise::Distributed(const OracleSample& sample) const {
  if (distribution_.uniform()) return sample;
  const double u = sample.value, steep = Largest(sample.slope);
  const double off = kValueTolerance / 2 * sample.value_slack;
  const OracleDistribution::Quantile quantile = distribution_.At(u);
  OracleSample result = sample;
  result.value = quantile.value;
  result.slope = Times(distribution_.Limits(u) ? 0 : quantile.first, sample.slope);
  result.value_slack =
      1 + quantile.first * off / kValueTolerance + kRounding * std::abs(quantile.value);
  result.slope_slack = 1 + quantile.first * sample.slope_slack +
                       std::abs(quantile.second) * steep * off / kSlopeTolerance;
  result.kink |= distribution_.Limits(u - off) || distribution_.Limits(u + off);
  return result;
}

// Estimates how much the slope changes per unit: 10 per cell of an octave.
double OracleNoise::Curvature() const {
  double sum = 0;
  for (const Octave& octave : octaves_)
    sum += 10 * octave.amplitude *
           std::pow(static_cast<double>(std::ranges::max(octave.frequency)), 2);
  return sum;
}

OracleSample OracleNoise::At(const Vec3& position, double position_slack) const {
  OracleSample sample;
  for (const Octave& octave : octaves_) {
    OracleResult contribution = family_->At(SiteOf(octave, position, position_slack));
    for (int a = 0; a < 3; ++a) contribution.slope[a] *= static_cast<double>(octave.frequency[a]);
    contribution = Folded(contribution, 1 + position_slack * Largest(contribution.slope));
    sample.value += octave.amplitude * contribution.value;
    sample.slope = Plus(sample.slope, contribution.slope, octave.amplitude);
    sample.kink |= contribution.kink;
    sample.jump |= contribution.jump;
  }

  sample.value_slack = 1 + position_slack * Largest(sample.slope);
  sample.slope_slack = 1 + Largest(sample.slope) +
                       position_slack * Curvature() * kValueTolerance / 20 / kSlopeTolerance;
  return Distributed(sample);
}

}  // namespace cobble::test
