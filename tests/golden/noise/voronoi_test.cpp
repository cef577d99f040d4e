// Golden values of voronoi noise.
#include <doctest/doctest.h>

#include "golden/golden.h"

namespace cobble::test {
namespace {

TEST_CASE("golden values of voronoi on every SIMD level") {
  CheckGoldenOnEveryLevel("noise/voronoi.json", 64);
}

TEST_CASE("golden values of voronoi by the oracle") { CheckGoldenByOracle("noise/voronoi.json"); }

}  // namespace
}  // namespace cobble::test
