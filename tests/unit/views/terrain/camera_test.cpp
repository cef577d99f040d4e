// Tests where the camera is and what fits its view.
#include "views/terrain/camera.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace cobble {
namespace {

HeightField Valley() {
  std::vector<float> heights;
  for (int y = 0; y < 33; ++y)
    for (int x = 0; x < 65; ++x) heights.push_back(x > 20 && x < 44 ? 0.0f : 12.0f);
  return {65, 33, std::move(heights)};
}

bool MeetsLand(const HeightField& land, const Ray& ray) {
  const auto hit = land.Hit(ray);
  return hit && ray.At(2, hit->distance) > land.minimum() - kFogDepth * 64;
}

TEST_CASE("the whole land fits the view, whatever its shape, and fills it") {
  const HeightField land = Valley();
  for (const double azimuth : {0.0, 180.0, 225.0, 300.0})
    for (const double elevation : {5.0, 30.0, 60.0, 89.0})
      for (const double aspect : {0.25, 1.0, 3.0}) {
        const Camera camera(land, {.azimuth = azimuth, .elevation = elevation}, aspect);
        double reach = 0;
        for (int k = -50; k <= 50; ++k) {
          const double at = k / 50.0;
          for (const double edge : {-1.0, 1.0}) {
            CHECK_FALSE(MeetsLand(land, camera.RayAt(at, edge)));
            CHECK_FALSE(MeetsLand(land, camera.RayAt(edge, at)));
          }
          for (int j = -50; j <= 50; ++j)
            if (MeetsLand(land, camera.RayAt(at, j / 50.0)))
              reach = std::max({reach, std::abs(at), std::abs(j / 50.0)});
        }
        CHECK(reach > 0.85);
      }
}

TEST_CASE("the camera is where its angles say") {
  const HeightField land = Valley();
  const Camera south(land, {.azimuth = 180, .elevation = 45}, 1);
  const Ray down = south.RayAt(0, 0), right = south.RayAt(0.5, 0);
  CHECK(down.origin[0] == doctest::Approx(32));
  CHECK(down.origin[1] > 33);
  CHECK(right.direction[0] > down.direction[0]);
  const Camera west(land, {.azimuth = 270, .elevation = 45}, 1);
  CHECK(west.RayAt(0, 0).origin[0] < 0);
  CHECK(west.RayAt(0.5, 0).direction[1] > west.RayAt(0, 0).direction[1]);
}

TEST_CASE("zoom goes nearer, but not below the ground") {
  const HeightField land = Valley();
  const Camera far(land, {.zoom = 1}, 1), near(land, {.zoom = 2}, 1);
  CHECK(near.nearest() < far.nearest());
  const Ray ray = Camera(land, {.elevation = 5, .zoom = 10}, 1).RayAt(0, 0);
  CHECK(ray.origin[2] > land.Height(ray.origin[0], ray.origin[1]));
}

}  // namespace
}  // namespace cobble
