// Octaves, and value and Perlin noise by their definition: weights of 2^n corners, and the product
// rule.
#include "support/oracle_noise.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "support/oracle_voronoi.h"

namespace cobble::test {
namespace {

constexpr uint32_t kPrimeB = 0x85EBCA77, kPrimeC = 0xC2B2AE3D, kPrimeD = 0x27D4EB2F,
                   kPrimeE = 0x165667B1;

// Byte `k` of a hash, as 0..1.
double Part(uint32_t value, int k) { return ((value >> (8 * k)) & 255) / 255.0; }

double Fade(double t) { return t * t * t * (6 * t * t - 15 * t + 10); }
double FadeSlope(double t) { return 30 * t * t * (t - 1) * (t - 1); }

double Sine(double degrees) {
  const double turned = degrees - 360 * std::floor(degrees / 360);
  if (turned == 0 || turned == 180) return 0;
  if (turned == 90) return 1;
  if (turned == 270) return -1;
  return std::sin(turned * std::numbers::pi / 180);
}
double Cosine(double degrees) { return Sine(degrees + 90); }

Matrix3 Product(const Matrix3& a, const Matrix3& b) {
  Matrix3 c{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}

Vec3 SquareVector(uint32_t value) {
  double x = 2 * Part(value, 0) - 1;
  const double y = 0.5 - std::abs(x);
  x -= std::floor(x + 0.5);
  return {x, y, 0};
}

Vec3 OctahedronVector(uint32_t value) {
  double x = 2 * Part(value, 0) - 1, y = 2 * Part(value, 3) - 1;
  const double z = 1 - std::abs(x) - std::abs(y);
  const double o = std::max(-z, 0.0);
  x += x < 0 ? o : -o;
  y += y < 0 ? o : -o;
  return {x, y, z};
}

Vec3 PerlinVector(uint32_t value, int dimensions) {
  if (dimensions == 1) return {(1 + Part(value, 0)) * ((value >> 8) & 1 ? -1 : 1), 0, 0};
  Vec3 g = dimensions == 2 ? SquareVector(value) : OctahedronVector(value);
  for (double& x : g) x *= dimensions == 2 ? 2 / 0.53528 : 1 / 0.56290;
  return g;
}

double Largest(const Vec3& v) { return std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])}); }

}  // namespace

uint32_t HashSeed(uint32_t seed) { return seed + kPrimeE; }
uint32_t HashEat(uint32_t accumulator, uint32_t index) {
  return std::rotl(accumulator + index * kPrimeC, 17) * kPrimeD;
}
uint32_t HashValue(uint32_t a) {
  a ^= a >> 15;
  a *= kPrimeB;
  a ^= a >> 13;
  a *= kPrimeC;
  return a ^ (a >> 16);
}

Matrix3 OracleRotation(const Vec3& degrees) {
  const auto s = [&](int axis) { return Sine(degrees[axis]); };
  const auto c = [&](int axis) { return Cosine(degrees[axis]); };
  const Matrix3 x{{{1, 0, 0}, {0, c(0), -s(0)}, {0, s(0), c(0)}}};
  const Matrix3 y{{{c(1), 0, s(1)}, {0, 1, 0}, {-s(1), 0, c(1)}}};
  const Matrix3 z{{{c(2), -s(2), 0}, {s(2), c(2), 0}, {0, 0, 1}}};
  return Product(y, Product(x, z));
}

OracleNoise::OracleNoise(const Recipe& recipe, const Node& node, uint32_t seed)
    : type_(node.type),
      dimensions_(static_cast<int>(node.Number("dimensions"))),
      scale_(recipe.domain.scale),
      translate_(recipe.domain.translate),
      rotation_(OracleRotation(recipe.domain.rotate)) {
  if (type_ == NodeType::kVoronoi)
    voronoi_ = std::make_shared<OracleVoronoi>(node);
  else
    FromName(node.Text("turbulence"), &turbulence_);
  double amplitude = 1, sum = 0;
  long double frequency = node.Number("frequency");
  for (uint32_t o = 0; o < static_cast<uint32_t>(node.Number("octaves")); ++o) {
    Octave octave{HashSeed(seed) + o, {frequency, frequency, frequency}, {}, amplitude};
    if (recipe.tiling) FitToPeriod(recipe, octave);
    octaves_.push_back(octave);
    sum += amplitude;
    amplitude *= node.Number("persistence");
    frequency *= node.Number("lacunarity");
  }
  for (Octave& octave : octaves_) octave.amplitude /= sum;
}

void OracleNoise::FitToPeriod(const Recipe& recipe, Octave& octave) const {
  const Vec3 extent{recipe.domain.extent[0], recipe.domain.extent[1], 1};
  for (int axis = 0; axis < dimensions_; ++axis) {
    // A rotation that tiles carries one axis of the picture onto this axis of the lattice.
    int from = 0;
    for (int k = 1; k < 3; ++k)
      if (std::abs(rotation_[axis][k]) > 0.5) from = k;
    const long double side = std::abs(static_cast<long double>(scale_[from]) * extent[from]);
    octave.period[axis] = std::llround(octave.frequency[axis] * side);
    octave.frequency[axis] = static_cast<long double>(octave.period[axis]) / side;
  }
}

OracleNoise::Lattice OracleNoise::Gradient(uint32_t value, const Vec3& offset) const {
  if (type_ == NodeType::kValue) return {2 * Part(value, 0) - 1, {}};
  const Vec3 g = PerlinVector(value, dimensions_);
  return {g[0] * offset[0] + g[1] * offset[1] + g[2] * offset[2], g};
}

OracleNoise::Lattice OracleNoise::Interpolate(const Octave& octave,
                                              const std::array<long double, 3>& p) const {
  std::vector<Corner> corners{{octave.accumulator}};
  for (int axis = 0; axis < dimensions_; ++axis) {
    const long double c = p[axis] * octave.frequency[axis];
    const long double cell = std::floor(c);
    const double fraction = static_cast<double>(c - cell);
    std::vector<Corner> next;
    for (const Corner& corner : corners)
      for (int side = 0; side < 2; ++side) {
        const long double m =
            octave.period[axis] ? static_cast<long double>(octave.period[axis]) : 4294967296.0L;
        const long double index = (cell + side) - m * std::floor((cell + side) / m);
        Corner k = corner;
        k.accumulator = HashEat(k.accumulator, static_cast<uint32_t>(index));
        k.offset[axis] = fraction - side;
        const double weight = side ? Fade(fraction) : 1 - Fade(fraction);
        k.weight *= weight;
        for (int a = 0; a < 3; ++a)
          k.weight_slope[a] *=
              a != axis ? weight : (side ? FadeSlope(fraction) : -FadeSlope(fraction));
        next.push_back(k);
      }
    corners = next;
  }
  Lattice sum;
  for (const Corner& corner : corners) {
    const Lattice g = Gradient(HashValue(corner.accumulator), corner.offset);
    sum.value += corner.weight * g.value;
    for (int a = 0; a < dimensions_; ++a)
      sum.slope[a] += corner.weight_slope[a] * g.value + corner.weight * g.slope[a];
  }
  return sum;
}

OracleNoise::Lattice OracleNoise::Fold(const Lattice& v) const {
  if (turbulence_ == Turbulence::kNone) return v;
  const double size = std::abs(v.value);
  const double sign = v.value > 0 ? 1 : v.value < 0 ? -1 : 0;
  const bool smooth = turbulence_ == Turbulence::kSmooth;
  const double factor = smooth ? 6 * size * (1 - size) * sign : sign;
  Lattice folded{smooth ? size * size * (3 - 2 * size) : size, {}};
  for (int a = 0; a < 3; ++a) folded.slope[a] = factor * v.slope[a];
  return folded;
}

OracleNoise::Lattice OracleNoise::LatticeAt(const Octave& octave,
                                            const std::array<long double, 3>& p, double slack,
                                            OracleSample* sample) const {
  const Lattice raw = Interpolate(octave, p);
  Vec3 raw_slope{};
  for (int a = 0; a < dimensions_; ++a)
    raw_slope[a] = static_cast<double>(octave.frequency[a]) * raw.slope[a];
  const double blur = kValueTolerance * (1 + slack * Largest(raw_slope));
  if (turbulence_ == Turbulence::kAbsolute && std::abs(raw.value) < blur) sample->kink = true;
  return Fold(raw);
}

OracleNoise::Lattice OracleNoise::VoronoiAt(const Octave& octave,
                                            const std::array<long double, 3>& p, double slack,
                                            OracleSample* sample) const {
  // Offsets of float32 are off by 3e-7 at most; positions in double by a few parts in 2^53, and
  // those that values move by a tenth of what the values' tolerance allows.
  OracleVoronoi::Site site{octave.accumulator, {}, octave.period, {}, 3e-7};
  for (int a = 0; a < dimensions_; ++a) {
    const long double c = p[a] * octave.frequency[a];
    const long double cell = std::floor(c);
    site.cell[a] = static_cast<int64_t>(cell);
    site.fraction[a] = static_cast<double>(c - cell);
    const double moved = kValueTolerance / 10 * slack * static_cast<double>(octave.frequency[a]);
    site.blur = std::max(site.blur, 3e-7 + std::abs(static_cast<double>(c)) * 0x1p-50 + moved);
  }
  const OracleVoronoi::Result result = voronoi_->At(site);
  sample->kink |= result.kink;
  sample->jump |= result.jump;
  return {result.value, result.slope};
}

OracleSample OracleNoise::At(const Vec3& position, double position_slack) const {
  std::array<long double, 3> p{};
  for (int a = 0; a < 3; ++a) {
    p[a] = translate_[a];
    for (int k = 0; k < 3; ++k)
      p[a] += static_cast<long double>(rotation_[a][k]) * scale_[k] * position[k];
  }

  OracleSample sample;
  Vec3 slope{};  // with respect to p
  for (const Octave& octave : octaves_) {
    const Lattice share = voronoi_ ? VoronoiAt(octave, p, position_slack, &sample)
                                   : LatticeAt(octave, p, position_slack, &sample);
    sample.value += octave.amplitude * share.value;
    for (int a = 0; a < dimensions_; ++a)
      slope[a] += octave.amplitude * static_cast<double>(octave.frequency[a]) * share.slope[a];
  }

  for (int k = 0; k < 3; ++k)
    for (int a = 0; a < 3; ++a) sample.slope[k] += rotation_[a][k] * scale_[k] * slope[a];
  sample.value_slack = 1;
  sample.slope_slack = 1 + Largest(sample.slope);
  return sample;
}

}  // namespace cobble::test
