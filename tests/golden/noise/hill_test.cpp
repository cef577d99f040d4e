// Golden values of hill noise.
#include <doctest/doctest.h>

#include "golden/golden.h"

namespace cobble::test {
namespace {

TEST_CASE("golden values of hill on every SIMD level") {
  CheckGoldenOnEveryLevel("noise/hill.json", 18);
}

TEST_CASE("golden values of hill by the oracle") { CheckGoldenByOracle("noise/hill.json"); }

}  // namespace
}  // namespace cobble::test
