// Tests of trees of nodes against golden values.
#include <doctest/doctest.h>

#include "golden/golden.h"

namespace cobble::test {
namespace {

TEST_CASE("trees of nodes match their golden values at every SIMD level") {
  CheckGoldenOnEveryLevel("nodes/trees.json", 48);
}

TEST_CASE("the oracle matches the golden values of trees") {
  CheckGoldenByOracle("nodes/trees.json");
}

}  // namespace
}  // namespace cobble::test
