// Tests of value and Perlin noise against golden values.
#include <doctest/doctest.h>

#include "golden/golden.h"

namespace cobble::test {
namespace {

TEST_CASE("value noise matches its golden values at every SIMD level") {
  CheckGoldenOnEveryLevel("noise/value.json", 10);
}

TEST_CASE("the oracle matches the golden values of value noise") {
  CheckGoldenByOracle("noise/value.json");
}

TEST_CASE("perlin noise matches its golden values at every SIMD level") {
  CheckGoldenOnEveryLevel("noise/perlin.json", 12);
}

TEST_CASE("the oracle matches the golden values of perlin noise") {
  CheckGoldenByOracle("noise/perlin.json");
}

}  // namespace
}  // namespace cobble::test
