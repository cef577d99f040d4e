// Golden values of simplex and simplex-value noise.
#include <doctest/doctest.h>

#include "golden/golden.h"

namespace cobble::test {
namespace {

TEST_CASE("golden values of simplex on every SIMD level") {
  CheckGoldenOnEveryLevel("noise/simplex.json", 8);
}

TEST_CASE("golden values of simplex by the oracle") { CheckGoldenByOracle("noise/simplex.json"); }

TEST_CASE("golden values of simplex-value on every SIMD level") {
  CheckGoldenOnEveryLevel("noise/simplex-value.json", 8);
}

TEST_CASE("golden values of simplex-value by the oracle") {
  CheckGoldenByOracle("noise/simplex-value.json");
}

}  // namespace
}  // namespace cobble::test
