// Tests of hill noise against golden values.
#include <doctest/doctest.h>

#include "golden/golden.h"

namespace cobble::test {
namespace {

TEST_CASE("hill noise matches its golden values at every SIMD level") {
  CheckGoldenOnEveryLevel("noise/hill.json", 18);
}

TEST_CASE("the oracle matches the golden values of hill noise") {
  CheckGoldenByOracle("noise/hill.json");
}

}  // namespace
}  // namespace cobble::test
