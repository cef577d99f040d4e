// Comparison with the oracle.
#include "support/tally.h"

#include <fmt/format.h>

#include <cmath>

namespace cobble::test {

void Tally::Count(bool within, const std::string& text) {
  if (within) return;
  if (misses++ == 0) first_miss = text;
}

void Tally::Value(double got, double want, double slack, const std::string& where) {
  ++samples;
  const bool within = std::abs(got - want) <= kValueTolerance * slack;
  Count(within, within ? "" : fmt::format("{}: value {:.9g}, not {:.9g}", where, got, want));
}

void Tally::Slopes(std::span<const float> got, std::span<const double> want, double slack,
                   const std::string& where) {
  ++samples;
  bool within = true;
  for (std::size_t a = 0; a < got.size(); ++a)
    within &= std::abs(got[a] - want[a]) <= kSlopeTolerance * slack;
  Count(within, within ? ""
                       : fmt::format("{}: slope ({:.7g}), not ({:.7g})", where,
                                     fmt::join(got, ", "), fmt::join(want, ", ")));
}

void Tally::Sample(float value, std::span<const float> slope, const OracleSample& want,
                   const std::string& where) {
  if (!want.jump) Value(value, want.value, want.value_slack, where);
  if (want.kink || want.jump)
    ++kinks;
  else
    Slopes(slope, want.slope, want.slope_slack, where);
}

void Tally::Add(const Tally& other) {
  if (misses == 0) first_miss = other.first_miss;
  samples += other.samples;
  misses += other.misses;
  kinks += other.kinks;
}

}  // namespace cobble::test
