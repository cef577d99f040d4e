// Tests of Voronoi noise against golden values.
#include <doctest/doctest.h>

#include "golden/golden.h"

namespace cobble::test {
namespace {

TEST_CASE("voronoi noise matches its golden values at every SIMD level") {
  CheckGoldenOnEveryLevel("noise/voronoi.json", 70);
}

TEST_CASE("the oracle matches the golden values of voronoi noise") {
  CheckGoldenByOracle("noise/voronoi.json");
}

}  // namespace
}  // namespace cobble::test
