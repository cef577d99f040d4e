// Tests of cell noise against golden values.
#include <doctest/doctest.h>

#include "golden/golden.h"

namespace cobble::test {
namespace {

TEST_CASE("cell noise matches its golden values at every SIMD level") {
  CheckGoldenOnEveryLevel("noise/cell.json", 24);
}

TEST_CASE("the oracle matches the golden values of cell noise") {
  CheckGoldenByOracle("noise/cell.json");
}

}  // namespace
}  // namespace cobble::test
