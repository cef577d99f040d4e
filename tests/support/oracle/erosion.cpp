// Kernel by kernel; a direction is found once for each cell.
#include "support/oracle/erosion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/oracle/bounds.h"
#include "support/oracle/family.h"

namespace cobble::test {
namespace {

constexpr double kWave = 2 * std::numbers::pi * 0.8;  // radians per cell

double SmoothPart(double t) { return t * t * (3 - 2 * t); }

}  // namespace

OracleErosion::Jet operator+(const OracleErosion::Jet& a, const OracleErosion::Jet& b) {
  return {a.value + b.value, {a.slope[0] + b.slope[0], a.slope[1] + b.slope[1]}};
}

OracleErosion::Jet operator-(const OracleErosion::Jet& a, const OracleErosion::Jet& b) {
  return {a.value - b.value, {a.slope[0] - b.slope[0], a.slope[1] - b.slope[1]}};
}

OracleErosion::Jet operator*(const OracleErosion::Jet& a, const OracleErosion::Jet& b) {
  return {
      a.value * b.value,
      {a.slope[0] * b.value + a.value * b.slope[0], a.slope[1] * b.value + a.value * b.slope[1]}};
}

OracleErosion::Jet OracleErosion::Through(const Jet& a, double value, double derivative) {
  return {value, {derivative * a.slope[0], derivative * a.slope[1]}};
}

OracleErosion::Jet OracleErosion::Inverse(const Jet& a) {
  return Through(a, 1 / a.value, -1 / (a.value * a.value));
}

OracleErosion::Jet OracleErosion::Root(const Jet& a) {
  const double root = std::sqrt(a.value);
  return Through(a, root, 0.5 / root);
}

// 1 - (1 - a)^detail.
OracleErosion::Jet OracleErosion::Reached(const Jet& a) const {
  const double left = std::max(1 - a.value, 0.0);
  return Through(a, -std::expm1(detail_ * std::log1p(-a.value)),
                 detail_ * std::pow(left, detail_ - 1));
}

OracleErosion::OracleErosion(const Node& node, uint32_t accumulator,
                             const std::array<double, 2>& lengths, const Bounds& source)
    : accumulator_(accumulator),
      octaves_(static_cast<int>(node.Number("octaves"))),
      low_(node.Has("range") ? node.Numbers("range")[0] : source.low),
      high_(node.Has("range") ? node.Numbers("range")[1] : source.high),
      strength_(node.Number("strength")),
      sharpness_(node.Number("sharpness")),
      slope_(node.Number("slope")),
      branch_(node.Number("branch")),
      detail_(node.Number("detail")),
      settle_(node.Number("settle")),
      persistence_(node.Number("persistence")),
      first_frequency_(node.Number("frequency")),
      shows_ridges_(node.Text("output") == "ridges") {
  double frequency = first_frequency_, amplitude = std::abs(strength_) * (high_ - low_), sum = 0;
  for (int o = 0; o < octaves_; ++o) {
    frequency_.push_back({frequency, frequency});
    period_.push_back({});
    scatter_.push_back({});
    for (std::size_t a = 0; a < 2; ++a) {
      const uint32_t seed = accumulator_ + static_cast<uint32_t>(o);
      scatter_[o][a] = HashValue(HashEat(seed, 0x80000000u + static_cast<uint32_t>(a))) * 0x1p-32;
      if (lengths[a] == 0) continue;
      period_[o][a] = std::llround(frequency * lengths[a]);
      frequency_[o][a] = static_cast<double>(period_[o][a]) / lengths[a];
    }
    frequency *= node.Number("lacunarity");
    sum += amplitude;
    amplitude *= persistence_;
  }
  bounds_ = shows_ridges_ ? Bounds{-1, 1} : Bounds{source.low - sum, source.high + sum};
}

const OracleErosion::Kernel& OracleErosion::KernelOf(int octave, std::array<int64_t, 2> cell,
                                                     double z, const Source& source) const {
  uint32_t hash = accumulator_ + static_cast<uint32_t>(octave);
  for (std::size_t a = 0; a < 2; ++a) {
    if (const int64_t period = period_[octave][a]; period > 0)
      cell[a] = (cell[a] % period + period) % period;
    hash = HashEat(hash, static_cast<uint32_t>(cell[a]));
  }
  const auto [entry, is_new] = kernels_.try_emplace(Key{octave, cell[0], cell[1], z});
  Kernel& kernel = entry->second;
  if (!is_new) return kernel;
  hash = HashValue(hash);
  Vec3 at{0, 0, z};
  for (std::size_t a = 0; a < 2; ++a) {
    kernel.point[a] = 0.5 + ((hash >> (8 * a) & 255) / 255.0 - 0.5) / 2;
    at[a] = (static_cast<double>(cell[a]) + kernel.point[a] - scatter_[octave][a]) /
            frequency_[octave][a];
  }
  kernel.phase = 2 * std::numbers::pi * (hash >> 16) / 65536;
  const OracleSample sample = source(at);
  const Jet added = After(octave, at, source).added;
  const double g[2] = {sample.slope[0], sample.slope[1]};
  const double d[2] = {g[0] + branch_ * added.slope[0], g[1] + branch_ * added.slope[1]};
  const double own = g[0] * g[0] + g[1] * g[1], square = d[0] * d[0] + d[1] * d[1];
  if (own == 0 || square == 0) return kernel;
  const double limit = slope_ * kWave * first_frequency_ * strength_ * (high_ - low_);
  kernel.weight = SmoothPart(own / (own + limit * limit)) * square / (square + limit * limit / 64);
  kernel.across = {-d[1] / std::sqrt(square), d[0] / std::sqrt(square)};
  return kernel;
}

OracleErosion::State OracleErosion::After(int octaves, const Vec3& position,
                                          const Source& source) const {
  const OracleSample sample = source(position);
  const Jet land{sample.value, {sample.slope[0], sample.slope[1]}};
  const double span = high_ - low_;
  const double t = std::clamp((land.value - low_) / span, 0.0, 1.0);
  Jet faded = Through(land, 2 * SmoothPart(t) - 1, 12 * t * (1 - t) / span);
  State state{land, {}, faded};
  Jet room{1};
  double amplitude = strength_ * span;
  for (int o = 0; o < octaves; ++o, amplitude *= persistence_) {
    const std::array<double, 2>& f = frequency_[o];
    double fraction[2];
    std::array<int64_t, 2> cell;
    for (std::size_t a = 0; a < 2; ++a) {
      const double c = position[a] * f[a] + scatter_[o][a];
      cell[a] = static_cast<int64_t>(std::floor(c));
      fraction[a] = c - std::floor(c);
    }
    Jet window, weights, cos, sin;
    for (int64_t u = -1; u <= 1; ++u)
      for (int64_t v = -1; v <= 1; ++v) {
        const Kernel& kernel = KernelOf(o, {cell[0] + u, cell[1] + v}, position[2], source);
        const double x = fraction[0] - (static_cast<double>(u) + kernel.point[0]);
        const double y = fraction[1] - (static_cast<double>(v) + kernel.point[1]);
        const double e = std::max(0.0, 1 - (x * x + y * y) / (1.25 * 1.25));
        const double fall = -6 * e * e / (1.25 * 1.25);
        const Jet w{e * e * e, {fall * x * f[0], fall * y * f[1]}};
        const double angle = kWave * (kernel.across[0] * x + kernel.across[1] * y) + kernel.phase;
        const Jet phase{angle, {kWave * kernel.across[0] * f[0], kWave * kernel.across[1] * f[1]}};
        const Jet own = kernel.weight * w;
        window = window + w;
        weights = weights + own;
        cos = cos + own * Through(phase, std::cos(angle), -std::sin(angle));
        sin = sin + own * Through(phase, std::sin(angle), std::cos(angle));
      }
    const Jet length = Root(cos * cos + sin * sin + 0.45 * 0.45 * (window * window));
    const Jet co = cos * Inverse(length), si = sin * Inverse(length);
    const double k = std::abs(sharpness_), sign = sharpness_ < 0 ? -1 : 1, rounding = 1.0 / 400;
    const double q0 = std::sqrt(rounding), q1 = std::sqrt(1 + rounding);
    const Jet q = Root(Jet{0.5 + rounding} - (sign / 2) * co);
    const Jet gully = (1 - k) * co + Jet{k * sign} - (2 * k * sign / (q1 - q0)) * (q - Jet{q0});
    const Jet share = weights * Inverse(window) * room;
    faded = faded + share * (gully - faded);
    state.height = state.height + amplitude * faded;
    state.added = state.added + amplitude * faded;
    room = Reached(share) * Reached(si * si) * (Jet{1} - (settle_ / 2) * (Jet{1} - faded));
  }
  state.ridges = faded;
  return state;
}

OracleSample OracleErosion::At(const Vec3& position, double slack, const Source& source) const {
  const OracleSample sample = source(position);
  const State state = After(octaves_, position, source);
  const Jet& jet = shows_ridges_ ? state.ridges : state.height;
  OracleSample out = sample;
  out.value = jet.value;
  out.slope = {jet.slope[0], jet.slope[1], 0};
  // Directions feed on directions: errors of 1e-6 in slopes of the source grow.
  const double span = high_ - low_, steep = std::max(1.0, Largest(out.slope));
  out.value_slack = 5 * (1 + (shows_ridges_ ? 1 : span)) + sample.value_slack + slack * steep;
  out.slope_slack = 5 * (1 + slack) + sample.slope_slack;
  return out;
}

}  // namespace cobble::test
