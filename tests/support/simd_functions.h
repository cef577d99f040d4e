// Functions of one float at every SIMD level: their errors, and that all levels agree bit by bit.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "core/simd_level.h"
#include "support/simd_batches.h"

namespace cobble::test {

// A function, applied one by one to n floats of a Batch, and its selector for a level.
using FloatMap = void (*)(const float* in, float* out, std::size_t n);
using SelectFloatMap = FloatMap (*)(const SimdLevel& level);

struct FloatFunction {
  const char* name;
  SelectFloatMap select;
  // Accurate to 2^-53, or 2^-29 of a float's ULP, which is practically exact.
  double (*exact)(double x);
};

// A range for ForFloatBatches.
struct FloatRange {
  float first, last;
  uint32_t stride;
};

struct FloatErrors {
  MaxError ulp, absolute, relative;
  float low = HUGE_VALF, high = -HUGE_VALF;  // of the results
};

// Returns the largest errors of the best level.
FloatErrors ErrorsOf(const FloatFunction& function, std::initializer_list<FloatRange> ranges);

// Returns the results for these floats. Checks that every level gives the same bits.
std::vector<float> ResultsOf(const FloatFunction& function, const std::vector<float>& in);

void CheckSameBits(const FloatFunction& function, std::initializer_list<FloatRange> ranges);

}  // namespace cobble::test
