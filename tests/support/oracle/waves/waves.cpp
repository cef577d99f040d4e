// Kernel by kernel.
#include "support/oracle/waves/waves.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cobble::test {

OracleWaves::OracleWaves(const Node& node, uint32_t accumulator,
                         const std::array<double, 2>& lengths)
    : accumulator_(accumulator) {
  double frequency = node.Number("frequency");
  for (std::size_t o = 0; o < static_cast<std::size_t>(node.Number("octaves")); ++o) {
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
  }
}

OracleWaves::Cell OracleWaves::CellAt(int octave, std::array<int64_t, 2> place) const {
  const auto o = static_cast<std::size_t>(octave);
  Cell cell{.accumulator = accumulator_ + static_cast<uint32_t>(octave)};
  for (std::size_t a = 0; a < 2; ++a) {
    if (const int64_t period = period_[o][a]; period > 0)
      place[a] = (place[a] % period + period) % period;
    cell.accumulator = HashEat(cell.accumulator, static_cast<uint32_t>(place[a]));
  }
  cell.place = place;
  const uint32_t hash = HashValue(cell.accumulator);
  for (std::size_t a = 0; a < 2; ++a) {
    cell.point[a] = 0.5 + ((hash >> (8 * a) & 255) / 255.0 - 0.5) / 2;
    cell.at[a] =
        (static_cast<double>(place[a]) + cell.point[a] - scatter_[o][a]) / frequency_[o][a];
  }
  cell.phase = 2 * std::numbers::pi * (hash >> 16) / 65536;
  return cell;
}

OracleWaves::Sums OracleWaves::SumsAt(int octave, const Vec3& position,
                                      const Decide& decide) const {
  const auto o = static_cast<std::size_t>(octave);
  const std::array<double, 2>& f = frequency_[o];
  double fraction[2];
  std::array<int64_t, 2> place;
  for (std::size_t a = 0; a < 2; ++a) {
    const double c = position[a] * f[a] + scatter_[o][a];
    place[a] = static_cast<int64_t>(std::floor(c));
    fraction[a] = c - std::floor(c);
  }
  Sums sums;
  for (int64_t u = -1; u <= 1; ++u)
    for (int64_t v = -1; v <= 1; ++v) {
      const Cell cell = CellAt(octave, {place[0] + u, place[1] + v});
      const Kernel kernel = decide(cell);
      const double x = fraction[0] - (static_cast<double>(u) + cell.point[0]);
      const double y = fraction[1] - (static_cast<double>(v) + cell.point[1]);
      const double e = std::max(0.0, 1 - (x * x + y * y) / (1.25 * 1.25));
      const double fall = -6 * e * e / (1.25 * 1.25);
      const PlaneJet w{e * e * e, {fall * x * f[0], fall * y * f[1]}};
      const double angle = kernel.wave[0] * x + kernel.wave[1] * y + cell.phase;
      const PlaneJet phase{angle, {kernel.wave[0] * f[0], kernel.wave[1] * f[1]}};
      const PlaneJet own = kernel.weight * w;
      sums.window = sums.window + w;
      sums.weights = sums.weights + own;
      sums.cos = sums.cos + own * Through(phase, std::cos(angle), -std::sin(angle));
      sums.sin = sums.sin + own * Through(phase, std::sin(angle), std::cos(angle));
    }
  return sums;
}

PlaneJet OracleWaves::Sums::Length() const {
  return Root(cos * cos + sin * sin + 0.45 * 0.45 * (window * window));
}

}  // namespace cobble::test
