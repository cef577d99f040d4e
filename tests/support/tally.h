// Counts of samples compared with the oracle, and of those that miss.
#ifndef COBBLE_TESTS_SUPPORT_TALLY_H_
#define COBBLE_TESTS_SUPPORT_TALLY_H_

#include <cstdint>
#include <span>
#include <string>

#include "support/oracle.h"

namespace cobble::test {

struct Tally {
  uint64_t samples = 0, misses = 0, kinks = 0;
  std::string first_miss;  // in words

  // Compares a value, with a tolerance that grows by `scale` (1: the value's own units).
  void Value(double got, double want, double slack, const std::string& where);
  // Compares slopes, at most three, each within the tolerance of the sample's slack.
  void Slopes(std::span<const float> got, std::span<const double> want, double slack,
              const std::string& where);
  // Value and slope with respect to P. The slope of a sample at a kink is not judged, at a jump
  // neither is its value.
  void Sample(float value, std::span<const float> slope, const OracleSample& want,
              const std::string& where);
  void Add(const Tally& other);

 private:
  void Count(bool within, const std::string& text);
};

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_TALLY_H_
