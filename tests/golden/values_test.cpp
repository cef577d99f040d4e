// Tests of noises and nodes against golden values.
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

TEST_CASE("hill noise matches its golden values at every SIMD level") {
  CheckGoldenOnEveryLevel("noise/hill.json", 18);
}

TEST_CASE("the oracle matches the golden values of hill noise") {
  CheckGoldenByOracle("noise/hill.json");
}

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

TEST_CASE("voronoi noise matches its golden values at every SIMD level") {
  CheckGoldenOnEveryLevel("noise/voronoi.json", 70);
}

TEST_CASE("the oracle matches the golden values of voronoi noise") {
  CheckGoldenByOracle("noise/voronoi.json");
}

TEST_CASE("erosion matches its golden values at every SIMD level") {
  CheckGoldenOnEveryLevel("nodes/erosion.json", 21);
}

TEST_CASE("trees of nodes match their golden values at every SIMD level") {
  CheckGoldenOnEveryLevel("nodes/trees.json", 48);
}

TEST_CASE("the oracle matches the golden values of trees") {
  CheckGoldenByOracle("nodes/trees.json");
}

// Points are directions.
TEST_CASE("spheres match their golden values at every SIMD level") {
  CheckGoldenOnEveryLevel("nodes/sphere.json", 14);
}

TEST_CASE("the oracle matches the golden values of spheres") {
  CheckGoldenByOracle("nodes/sphere.json");
}

}  // namespace
}  // namespace cobble::test
