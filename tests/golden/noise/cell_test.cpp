// Golden values of cell noise.
#include <doctest/doctest.h>

#include "golden/golden.h"

namespace cobble::test {
namespace {

TEST_CASE("golden values of cell on every SIMD level") {
  CheckGoldenOnEveryLevel("noise/cell.json", 20);
}

TEST_CASE("golden values of cell by the oracle") { CheckGoldenByOracle("noise/cell.json"); }

}  // namespace
}  // namespace cobble::test
