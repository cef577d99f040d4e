// Tests affine maps: order and direction of a domain's rotations, exact quarter turns, composition.
#include "core/affine.h"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

#include "support/oracle/noise.h"
#include "support/random/recipe.h"

namespace cobble::test {
namespace {

constexpr Vector3 kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};
constexpr Vector3 kOrigin{0, 0, 0}, kOnes{1, 1, 1};

Vector3 Turned(const Vector3& degrees, const Vector3& p) {
  return MakeDomain(kOrigin, degrees, kOnes).Apply(p);
}

double Distance(const Vector3& a, const Vector3& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

Vector3 RandomVector(Random& random, double reach) {
  const auto one = [&] { return random.Uniform(-reach, reach); };
  return {one(), one(), one()};
}

TEST_CASE("rotations are right-handed, and quarter turns are exact") {
  CHECK(Turned({90, 0, 0}, kY) == kZ);
  CHECK(Turned({0, 90, 0}, kZ) == kX);
  CHECK(Turned({0, 0, 90}, kX) == kY);
  CHECK(Turned({0, 0, -90}, kY) == kX);
  CHECK(Turned({0, 0, 270}, kY) == kX);
  CHECK(Turned({0, 0, 450}, kX) == kY);
  CHECK(Turned({0, 0, 180}, {3, -5, 7}) == Vector3{-3, 5, 7});
  CHECK(Turned({180, 0, 0}, {3, -5, 7}) == Vector3{3, 5, -7});
}

TEST_CASE("a domain rotates about z first, then x, then y") {
  CHECK(Turned({90, 0, 90}, kX) == kZ);  // z takes x to y, x takes y to z
  CHECK(Turned({0, 90, 90}, kX) == kY);  // y keeps y
  CHECK(Turned({90, 90, 0}, kY) == kX);  // x takes y to z, y takes z to x
}

TEST_CASE("a domain scales, then rotates, then translates") {
  const Affine map = MakeDomain({10, 20, 30}, {0, 0, 90}, {2, 3, -4});
  CHECK(map.Apply({1, 1, 1}) == Vector3{10 - 3, 20 + 2, 30 - 4});
  CHECK(map.Linear({1, 1, 1}) == Vector3{-3, 2, -4});
  CHECK(map.Apply(kOrigin) == Vector3{10, 20, 30});
}

TEST_CASE("domains of arbitrary angles match the oracle") {
  Random random(70);
  for (int k = 0; k < 200; ++k) {
    const Vector3 degrees = RandomVector(random, 400), scale = RandomVector(random, 3);
    const Affine map = MakeDomain(kOrigin, degrees, scale);
    const Matrix3 r = OracleRotation(degrees);
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b)
        CHECK(std::abs(map.m[a][b] - r[a][b] * scale[b]) <= 1e-14);
  }
}

TEST_CASE("a composed map applies the inner map, then the outer") {
  Random random(71);
  for (int k = 0; k < 50; ++k) {
    const auto random_map = [&] {
      return MakeDomain(RandomVector(random, 5), RandomVector(random, 180),
                        RandomVector(random, 2));
    };
    const Affine outer = random_map(), inner = random_map();
    const Vector3 p = RandomVector(random, 3);
    CHECK(Distance(Compose(outer, inner).Apply(p), outer.Apply(inner.Apply(p))) <= 1e-13);
  }
}

TEST_CASE("an inverse map undoes a map") {
  CHECK(Inverse(Affine()) == Affine());
  CHECK(Inverse(MakeDomain(kOrigin, {0, 0, 90}, {2, 1, 4})) ==
        Compose(MakeDomain(kOrigin, {0, 0, 0}, {0.5, 1, 0.25}),
                MakeDomain(kOrigin, {0, 0, -90}, kOnes)));
  Random random(72);
  for (int k = 0; k < 50; ++k) {
    const Affine map = MakeDomain(RandomVector(random, 5), RandomVector(random, 180), {3, 0.5, -2});
    const Vector3 p = RandomVector(random, 3);
    CHECK(Distance(Inverse(map).Apply(map.Apply(p)), p) <= 1e-13);
  }
}

TEST_CASE("rotations that add up to quarter turns are exact") {
  const auto turned = [](std::initializer_list<double> degrees, const Vector3& scale) {
    Affine map = MakeDomain(kOrigin, {0, 0, 0}, scale);
    for (const double z : degrees) map = Compose(MakeDomain(kOrigin, {0, 0, z}, kOnes), map);
    return map;
  };
  const auto quarter = MakeDomain(kOrigin, {0, 0, 90}, {3, 1, 1});
  CHECK(turned({45, 45}, {3, 1, 1}) == quarter);
  CHECK(turned({30, 60}, {3, 1, 1}) == quarter);
  CHECK(turned({20, 20, 20, 20, 10}, {3, 1, 1}) == quarter);
  CHECK(turned({100, -10}, {3, 1, 1}) == quarter);
  CHECK(turned({37, -37}, {1, 1, 1}) == Affine());
  CHECK(turned({8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 2}, {3, 1, 1}) == quarter);
  // An angle that is not quite a quarter turn is left alone, and so is a scale.
  CHECK(turned({45, 45.000001}, kOnes).m[0][0] != 0);
  CHECK(turned({}, {0.1 * 30, 1, 1}).m[0][0] == 0.1 * 30);
}

TEST_CASE("a map is diagonal if none of the given axes depends on another") {
  const auto turned = [](const Vector3& degrees) { return MakeDomain(kOnes, degrees, {2, 3, 4}); };
  CHECK(Affine().IsDiagonal(3));
  CHECK(turned({0, 0, 180}).IsDiagonal(3));
  for (const int axes : {1, 2, 3}) CHECK_FALSE(turned({0, 0, 90}).IsDiagonal(axes));
  CHECK(turned({20, 0, 0}).IsDiagonal(1));  // about x, which keeps x
  CHECK_FALSE(turned({20, 0, 0}).IsDiagonal(2));
}

}  // namespace
}  // namespace cobble::test
