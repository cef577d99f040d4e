// The profiles are functions of the summed wave's phase and length.
#include "support/oracle/waves/phasor.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cobble::test {
namespace {

PlaneJet ArcTan2(const PlaneJet& y, const PlaneJet& x) {
  const double square = x.value * x.value + y.value * y.value;
  PlaneJet out{std::atan2(y.value, x.value)};
  for (std::size_t a = 0; a < 2; ++a)
    out.slope[a] = (x.value * y.slope[a] - y.value * x.slope[a]) / square;
  return out;
}

}  // namespace

OraclePhasor::OraclePhasor(const Node& node, uint32_t accumulator,
                           const std::array<double, 2>& lengths)
    : waves_(node, accumulator, lengths),
      crests_(node.Number("waves")),
      spread_(node.Number("spread")),
      persistence_(node.Number("persistence")),
      profile_(node.Text("profile")) {}

PlaneJet OraclePhasor::ProfileOf(const OracleWaves::Sums& sums) const {
  if (profile_ == "gabor") return sums.sin * Inverse(sums.window);
  const PlaneJet inverse = Inverse(sums.Length()), co = sums.cos * inverse, si = sums.sin * inverse;
  const double longest = 1 / std::sqrt(1 + 0.45 * 0.45);
  if (profile_ == "sine") return (1 / longest) * si;
  const double widest = std::asin(longest);
  if (profile_ == "triangle")
    return (1 / widest) * Through(si, std::asin(si.value), 1 / std::sqrt(1 - si.value * si.value));
  return (1 / widest) * ArcTan2(si, PlaneJet{1} + co);
}

OracleSample OraclePhasor::At(const Vec3& position, double slack, const Angle& angle) const {
  double angle_slack = 0;
  bool jump = false;
  const auto decide = [&](const OracleWaves::Cell& cell) -> OracleWaves::Kernel {
    const OracleSample sample = angle({cell.at[0], cell.at[1], position[2]});
    angle_slack = std::max(angle_slack, sample.value_slack);
    jump |= sample.jump;
    const double turn = 360 * (HashValue(HashEat(cell.accumulator, 0)) * 0x1p-32 - 0.5);
    const double radians = std::numbers::pi / 180 * (sample.value + spread_ * turn);
    const double k = 2 * std::numbers::pi * crests_;
    return {{k * std::cos(radians), k * std::sin(radians)}, 1};
  };
  PlaneJet sum;
  double amplitude = 1, amplitudes = 0;
  for (int o = 0; o < waves_.octaves(); ++o, amplitude *= persistence_) {
    sum = sum + amplitude * ProfileOf(waves_.SumsAt(o, position, decide));
    amplitudes += amplitude;
  }
  OracleSample out{.value = sum.value / amplitudes, .jump = jump};
  for (std::size_t a = 0; a < 2; ++a) out.slope[a] = sum.slope[a] / amplitudes;
  // An error of the angle turns waves around their points, up to 1.25 cells away. A sawtooth's
  // flank is 9 times as steep as the phase.
  const double turned = angle_slack * std::numbers::pi / 180 * 8 * crests_ * 9;
  const double steep = std::max(1.0, Largest(out.slope));
  out.value_slack = 5 + turned + slack * steep;
  out.slope_slack = 5 * (1 + slack) + turned;
  return out;
}

}  // namespace cobble::test
