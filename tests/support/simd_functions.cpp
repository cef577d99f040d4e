// The loops over floats and levels.
#include "support/simd_functions.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "support/simd_levels.h"

namespace cobble::test {

FloatErrors ErrorsOf(const FloatFunction& function, std::initializer_list<FloatRange> ranges) {
  static Batch<float> out;
  const FloatMap map = function.select(BestLevel());
  FloatErrors errors;
  for (const FloatRange& range : ranges)
    ForFloatBatches(range.first, range.last, range.stride, [&](const Batch<float>& in) {
      map(in.x, out.x, kBatch);
      for (std::size_t k = 0; k < kBatch; ++k) {
        const double exact = function.exact(in.x[k]);
        errors.ulp.Add(UlpError(out.x[k], exact), in.x[k]);
        errors.absolute.Add(std::abs(out.x[k] - exact), in.x[k]);
        errors.relative.Add(std::abs(out.x[k] / exact - 1), in.x[k]);
        errors.low = std::min(errors.low, out.x[k]);
        errors.high = std::max(errors.high, out.x[k]);
      }
    });
  MESSAGE(std::string(function.name)
          << ": " << errors.ulp.error << " ULP at " << errors.ulp.at << ", "
          << errors.absolute.error << " absolutely at " << errors.absolute.at << ", of "
          << errors.ulp.count << " floats");
  return errors;
}

std::vector<float> ResultsOf(const FloatFunction& function, const std::vector<float>& some) {
  static Batch<float> in, want, got;
  REQUIRE(some.size() <= kBatch);
  std::copy(some.begin(), some.end(), in.x);
  function.select(BestLevel())(in.x, want.x, kBatch);
  ForRunningLevels([&](const SimdLevel& level) {
    function.select(level)(in.x, got.x, kBatch);
    CHECK(CountDifferences(got.x, want.x, some.size()) == 0);
  });
  return {want.x, want.x + some.size()};
}

void CheckSameBits(const FloatFunction& function, std::initializer_list<FloatRange> ranges) {
  static Batch<float> want, got;
  ForRunningLevels([&](const SimdLevel& level) {
    uint64_t differences = 0;
    for (const FloatRange& range : ranges)
      ForFloatBatches(range.first, range.last, range.stride, [&](const Batch<float>& in) {
        function.select(BestLevel())(in.x, want.x, kBatch);
        function.select(level)(in.x, got.x, kBatch);
        differences += CountDifferences(got.x, want.x);
      });
    INFO(function.name);
    CHECK(differences == 0);
  });
}

}  // namespace cobble::test
