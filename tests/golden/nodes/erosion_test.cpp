// Tests of erosion against golden values.
#include <doctest/doctest.h>

#include "golden/golden.h"

namespace cobble::test {
namespace {

TEST_CASE("erosion matches its golden values at every SIMD level") {
  CheckGoldenOnEveryLevel("nodes/erosion.json", 21);
}

}  // namespace
}  // namespace cobble::test
