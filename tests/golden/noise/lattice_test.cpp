// Golden values of value and perlin noise.
#include <doctest/doctest.h>

#include "golden/golden.h"

namespace cobble::test {
namespace {

TEST_CASE("golden values of value on every SIMD level") {
  CheckGoldenOnEveryLevel("noise/value.json", 8);
}

TEST_CASE("golden values of value by the oracle") { CheckGoldenByOracle("noise/value.json"); }

TEST_CASE("golden values of perlin on every SIMD level") {
  CheckGoldenOnEveryLevel("noise/perlin.json", 8);
}

TEST_CASE("golden values of perlin by the oracle") { CheckGoldenByOracle("noise/perlin.json"); }

}  // namespace
}  // namespace cobble::test
