// Aligned batches of numbers for tests of SIMD functions, filled with floats at regular steps of
// their bits, and compared bit by bit or with exact results.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace cobble::test {

inline constexpr std::size_t kBatch = 4096;

// Aligned for every SIMD level; kBatch is a multiple of every vector length.
template <typename Number, std::size_t n = kBatch>
struct Batch {
  alignas(64) Number x[n] = {};
};

// Returns how many of the first n numbers differ in a bit. 0 and -0 do, and NaNs may.
template <typename Number>
std::size_t CountDifferences(const Number* got, const Number* want, std::size_t n = kBatch) {
  std::size_t differences = 0;
  for (std::size_t k = 0; k < n; ++k)
    differences += std::memcmp(got + k, want + k, sizeof(Number)) != 0;
  return differences;
}

// Calls use(batch) with the floats from first to last whose bits are `stride` apart, and with last.
// Both have the same sign and |first| <= |last|. `last` fills up the last batch.
template <class Use>
void ForFloatBatches(float first, float last, uint32_t stride, const Use& use) {
  static Batch<float> batch;
  const auto last_bits = std::bit_cast<uint32_t>(last);
  uint64_t bits = std::bit_cast<uint32_t>(first);
  do {
    for (float& x : batch.x) {
      x = std::bit_cast<float>(static_cast<uint32_t>(std::min<uint64_t>(bits, last_bits)));
      bits += stride;
    }
    use(batch);
  } while (bits < uint64_t{last_bits} + stride);
}

// Returns the error in units in the last place (ULP) of floats near `exact`, which has the
// magnitude of a normal float. If `exact` is 0, any error is infinite.
template <typename Real>
double UlpError(float got, Real exact) {
  const Real error = std::abs(got - exact);
  if (exact == 0) return error == 0 ? 0 : HUGE_VAL;
  return static_cast<double>(error / std::ldexp(Real{1}, std::ilogb(exact) - 23));
}

// The maximum error. NaN counts as infinite.
struct MaxError {
  double error = 0;
  float at = 0;  // the argument with that error
  uint64_t count = 0;

  void Add(double other, float argument = 0) {
    ++count;
    if (other <= error) return;
    error = std::isnan(other) ? HUGE_VAL : other;
    at = argument;
  }
};

}  // namespace cobble::test
