// Counts samples compared with the oracle, and samples that miss its tolerance.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "support/oracle/oracle.h"

namespace cobble::test {

struct Tally {
  uint64_t samples = 0, misses = 0, kinks = 0;
  std::string first_miss;  // a description

  // Compares a value, with `slack` times the tolerance.
  void Value(double got, double want, double slack, const std::string& where);
  // Compares up to three slopes in the same way.
  void Slopes(std::span<const float> got, std::span<const double> want, double slack,
              const std::string& where);
  // Compares value and slope with respect to P; no slope at a kink, and neither at a jump.
  void Sample(float value, std::span<const float> slope, const OracleSample& want,
              const std::string& where);
  void Add(const Tally& other);

 private:
  void Count(bool within, const std::string& text);
};

}  // namespace cobble::test
