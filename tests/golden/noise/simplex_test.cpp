// Tests of simplex and simplex-value noise against golden values.
#include <doctest/doctest.h>

#include "golden/golden.h"

namespace cobble::test {
namespace {

TEST_CASE("simplex noise matches its golden values at every SIMD level") {
  CheckGoldenOnEveryLevel("noise/simplex.json", 10);
}

TEST_CASE("the oracle matches the golden values of simplex noise") {
  CheckGoldenByOracle("noise/simplex.json");
}

TEST_CASE("simplex-value noise matches its golden values at every SIMD level") {
  CheckGoldenOnEveryLevel("noise/simplex-value.json", 8);
}

TEST_CASE("the oracle matches the golden values of simplex-value noise") {
  CheckGoldenByOracle("noise/simplex-value.json");
}

}  // namespace
}  // namespace cobble::test
