// Kernel by kernel; finds a direction once per cell.
#include "support/oracle/waves/erosion.h"

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

// 1 - (1 - a)^detail.
PlaneJet OracleErosion::Reached(const PlaneJet& a) const {
  const double left = std::max(1 - a.value, 0.0);
  return Through(a, -std::expm1(detail_ * std::log1p(-a.value)),
                 detail_ * std::pow(left, detail_ - 1));
}

OracleErosion::OracleErosion(const Node& node, uint32_t accumulator,
                             const std::array<double, 2>& lengths, const Bounds& source)
    : waves_(node, accumulator, lengths),
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
  double amplitude = std::abs(strength_) * (high_ - low_), sum = 0;
  for (int o = 0; o < waves_.octaves(); ++o, amplitude *= persistence_) sum += amplitude;
  bounds_ = shows_ridges_ ? Bounds{-1, 1} : Bounds{source.low - sum, source.high + sum};
}

const OracleWaves::Kernel& OracleErosion::KernelOf(int octave, const OracleWaves::Cell& cell,
                                                   double z, const Source& source) const {
  const auto [entry, is_new] = kernels_.try_emplace(Key{octave, cell.place[0], cell.place[1], z});
  OracleWaves::Kernel& kernel = entry->second;
  if (!is_new) return kernel;
  const Vec3 at{cell.at[0], cell.at[1], z};
  const OracleSample sample = source(at);
  const PlaneJet added = After(octave, at, source).added;
  const double g[2] = {sample.slope[0], sample.slope[1]};
  const double d[2] = {g[0] + branch_ * added.slope[0], g[1] + branch_ * added.slope[1]};
  const double own = g[0] * g[0] + g[1] * g[1], square = d[0] * d[0] + d[1] * d[1];
  if (own == 0 || square == 0) return kernel;
  const double limit = slope_ * kWave * first_frequency_ * strength_ * (high_ - low_);
  kernel.weight = SmoothPart(own / (own + limit * limit)) * square / (square + limit * limit / 64);
  kernel.wave = {kWave * -d[1] / std::sqrt(square), kWave * d[0] / std::sqrt(square)};
  return kernel;
}

OracleErosion::State OracleErosion::After(int octaves, const Vec3& position,
                                          const Source& source) const {
  const OracleSample sample = source(position);
  const PlaneJet land{sample.value, {sample.slope[0], sample.slope[1]}};
  const double span = high_ - low_;
  const double t = std::clamp((land.value - low_) / span, 0.0, 1.0);
  PlaneJet faded = Through(land, 2 * SmoothPart(t) - 1, 12 * t * (1 - t) / span);
  State state{land, {}, faded};
  PlaneJet room{1};
  double amplitude = strength_ * span;
  for (int o = 0; o < octaves; ++o, amplitude *= persistence_) {
    const OracleWaves::Sums sums = waves_.SumsAt(o, position, [&](const OracleWaves::Cell& cell) {
      return KernelOf(o, cell, position[2], source);
    });
    const PlaneJet length = sums.Length();
    const PlaneJet co = sums.cos * Inverse(length), si = sums.sin * Inverse(length);
    const double k = std::abs(sharpness_), sign = sharpness_ < 0 ? -1 : 1, rounding = 1.0 / 400;
    const double q0 = std::sqrt(rounding), q1 = std::sqrt(1 + rounding);
    const PlaneJet q = Root(PlaneJet{0.5 + rounding} - (sign / 2) * co);
    const PlaneJet gully =
        (1 - k) * co + PlaneJet{k * sign} - (2 * k * sign / (q1 - q0)) * (q - PlaneJet{q0});
    const PlaneJet share = sums.weights * Inverse(sums.window) * room;
    faded = faded + share * (gully - faded);
    state.height = state.height + amplitude * faded;
    state.added = state.added + amplitude * faded;
    room =
        Reached(share) * Reached(si * si) * (PlaneJet{1} - (settle_ / 2) * (PlaneJet{1} - faded));
  }
  state.ridges = faded;
  return state;
}

OracleSample OracleErosion::At(const Vec3& position, double slack, const Source& source) const {
  const OracleSample sample = source(position);
  const State state = After(waves_.octaves(), position, source);
  const PlaneJet& jet = shows_ridges_ ? state.ridges : state.height;
  OracleSample out = sample;
  out.value = jet.value;
  out.slope = {jet.slope[0], jet.slope[1], 0};
  // Directions depend on directions, so errors of 1e-6 in the source's slopes grow.
  const double span = high_ - low_, steep = std::max(1.0, Largest(out.slope));
  out.value_slack = 5 * (1 + (shows_ridges_ ? 1 : span)) + sample.value_slack + slack * steep;
  out.slope_slack = 5 * (1 + slack) + sample.slope_slack;
  return out;
}

}  // namespace cobble::test
