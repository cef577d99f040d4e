// Tests what rays meet on a grid of heights.
#include "views/terrain/height_field.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

namespace cobble {
namespace {

HeightField FieldOf(int64_t columns, int64_t rows,
                    const std::function<double(int64_t x, int64_t y)>& height) {
  std::vector<float> heights;
  for (int64_t y = 0; y < rows; ++y)
    for (int64_t x = 0; x < columns; ++x) heights.push_back(static_cast<float>(height(x, y)));
  return {columns, rows, std::move(heights)};
}

Ray RayTo(const Vector& from, const Vector& to) {
  Ray ray{from, {to[0] - from[0], to[1] - from[1], to[2] - from[2]}};
  const double length = std::hypot(ray.direction[0], ray.direction[1], ray.direction[2]);
  for (double& part : ray.direction) part /= length;
  return ray;
}

TEST_CASE("a ray meets a plane where geometry says") {
  const auto plane = [](double x, double y) { return 3 + 0.25 * x - 0.5 * y; };
  const HeightField field = FieldOf(37, 23, [&](int64_t x, int64_t y) {
    return plane(static_cast<double>(x), static_cast<double>(y));
  });
  std::mt19937 random(5);
  std::uniform_real_distribution<double> across(0, 36), down(0, 22), around(-60, 90);
  for (int k = 0; k < 500; ++k) {
    const double x = across(random), y = down(random);
    const Vector target{x, y, plane(x, y)};
    const Ray ray = RayTo({around(random), around(random), 80}, target);
    const auto hit = field.Hit(ray);
    REQUIRE(hit);
    CHECK(hit->wall == -1);
    for (std::size_t axis = 0; axis < 3; ++axis)
      CHECK(ray.At(axis, hit->distance) == doctest::Approx(target[axis]).epsilon(1e-6));
  }
}

TEST_CASE("no ray passes through the surface, and each hit is on it") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> height(0, 6), across(-20, 80), above(7, 40);
  const HeightField field = FieldOf(61, 45, [&](int64_t, int64_t) { return height(random); });
  int hits = 0, misses = 0;
  for (int k = 0; k < 2000; ++k) {
    const Vector from{across(random), across(random), above(random)};
    const Ray ray = RayTo(from, {across(random), across(random), height(random)});
    const auto hit = field.Hit(ray);
    ++(hit ? hits : misses);
    const double end = hit ? hit->distance : 200;
    for (int step = 0; step < 1000; ++step) {
      const double distance = end * step / 1000;
      const double x = ray.At(0, distance), y = ray.At(1, distance);
      const bool is_inside = x >= 0 && x <= 60 && y >= 0 && y <= 44;
      if (is_inside && ray.At(2, distance) < field.Height(x, y) - 1e-6)
        FAIL_CHECK("ray ", k, " is below the surface at ", distance, " of ", end);
    }
    if (!hit) continue;
    const double rest = ray.At(2, end) - field.Height(ray.At(0, end), ray.At(1, end));
    CHECK(rest == doctest::Approx(-hit->depth).epsilon(1e-6).scale(10));
    CHECK((hit->wall < 0) == (hit->depth == 0));
  }
  CHECK(hits > 400);
  CHECK(misses > 200);
}

TEST_CASE("rays along the axes and straight down") {
  const HeightField field = FieldOf(9, 17, [](int64_t, int64_t) { return 2.0; });
  const auto hit = field.Hit({{3, 5, 10}, {0, 0, -1}});
  REQUIRE(hit);
  CHECK(hit->distance == doctest::Approx(8));
  CHECK_FALSE(field.Hit({{3, 25, 10}, {0, 0, -1}}));
  CHECK_FALSE(field.Hit({{-3, 5, 2.5}, {1, 0, 0}}));
  const auto wall = field.Hit({{12, 5, 0.5}, {-1, 0, 0}});
  REQUIRE(wall);
  CHECK(wall->wall == 0);
  CHECK(wall->distance == doctest::Approx(4));
  CHECK(wall->depth == doctest::Approx(1.5));
  const auto front = field.Hit({{4, -3, 0.5}, {0, 1, 0}});
  REQUIRE(front);
  CHECK(front->wall == 1);
}

TEST_CASE("the shadow of a step ends where geometry says") {
  // The step is 10 high; the sun is beside it, 45 degrees high.
  const HeightField field =
      FieldOf(101, 101, [](int64_t x, int64_t) { return x < 50 ? 0.0 : 10.0; });
  const double side = std::sqrt(0.5), spread = 0.02;
  const auto seen = [&](double x, double y) {
    return field.SunSeen(x, y, {side, 0, side}, spread);
  };
  CHECK(seen(45, 30) == 0);
  CHECK(seen(39, 30) > 0.9);
  CHECK(seen(40, 30) == doctest::Approx(0.5).epsilon(0.05));
  CHECK(seen(41, 30) < 0.1);
  CHECK(seen(10, 30) == 1);
  CHECK(seen(60, 30) == 1);
  CHECK(field.SunSeen(45, 30, {-side, 0, side}, spread) == 1);
  CHECK(field.SunSeen(45, 30, {0, 0, 1}, spread) == 1);
  // Along a diagonal, the step is farther away by the root of 2.
  const double part = 0.5;
  CHECK(field.SunSeen(44, 30, {part, part, side}, spread) == 0);
  CHECK(field.SunSeen(42, 30, {part, part, side}, spread) == 1);
}

TEST_CASE("a slope that faces the sun has no shadow, one that is averted is dark") {
  const auto slope = [](double rise) {
    return FieldOf(65, 65, [=](int64_t x, int64_t y) {
      return rise * static_cast<double>(x) + 0.1 * static_cast<double>(y);
    });
  };
  const double low = std::sqrt(0.08), spread = 0.02;
  const Vector sun{-std::sqrt(0.92), 0, low};  // its height divided by its distance is 0.295
  for (const double at : {5.5, 20.0, 63.0}) {
    CHECK(slope(0.2).SunSeen(at, at, sun, spread) == 1);
    CHECK(slope(-0.28).SunSeen(at, at, sun, spread) > 0.5);
    CHECK(slope(-0.4).SunSeen(at, at, sun, spread) == 0);
  }
}

}  // namespace
}  // namespace cobble
