// Follows rays to the surface and the walls of the land, and from water on.
#include "views/terrain/scene.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/math.h"

namespace cobble {
namespace {

// Behind the landscape, from the bottom of the view to its top, and above the horizon.
constexpr Rgb3 kMist{0.52, 0.57, 0.62}, kSky{0.17, 0.30, 0.52};
// Haze, per picture width.
constexpr Rgb3 kHaze{0.20, 0.25, 0.33};
constexpr Rgb3 kWall{0.15, 0.125, 0.10};
// What water takes of the light on its way through it, per picture width, and its own colour.
constexpr Rgb3 kAbsorbed{420, 190, 150}, kWater{0.012, 0.045, 0.06};
// What water mirrors of the light from straight above.
constexpr double kMirrored = 0.02;

double Smoothstep(double x) {
  const double t = std::clamp(x, 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

Rgb3 Mix(const Rgb3& a, const Rgb3& b, double share) {
  Rgb3 mixed;
  for (std::size_t c = 0; c < 3; ++c) mixed[c] = a[c] + share * (b[c] - a[c]);
  return mixed;
}

// In: height in the view, 0 at the bottom, 1 at the top.
Rgb3 Background(double height) { return Mix(kMist, kSky, Smoothstep(height)); }

}  // namespace

struct Scene::Place {
  int64_t column, row;  // of the sample to the left and above
  double u, v;          // from there, in steps

  double Between(const Image& image, int channel) const {
    const float* const above = image.Pixel(column, row) + channel;
    const float* const below = image.Pixel(column, row + 1) + channel;
    const double a = double{above[0]} + u * (double{above[image.channels]} - double{above[0]});
    const double b = double{below[0]} + u * (double{below[image.channels]} - double{below[0]});
    return a + v * (b - a);
  }
};

Scene::Place Scene::PlaceOf(double x, double y) const {
  const auto sample = [](double at, int64_t samples) {
    const double inside = std::clamp(at, 0.0, static_cast<double>(samples - 1));
    return std::min(static_cast<int64_t>(inside), samples - 2);
  };
  const int64_t column = sample(x, ground_.light.width), row = sample(y, ground_.light.height);
  return {column, row, x - static_cast<double>(column), y - static_cast<double>(row)};
}

Rgb3 Scene::GroundAt(const Place& place) const {
  return {place.Between(ground_.light, 0), place.Between(ground_.light, 1),
          place.Between(ground_.light, 2)};
}

double Scene::DepthAt(const Place& place) const {
  return ground_.depth.samples.empty() ? 0 : place.Between(ground_.depth, 0);
}

Rgb3 Scene::LightAt(double x, double y) const {
  const Rgb3 behind = Background(0.5 + 0.5 * y);
  const Ray ray = camera_.RayAt(x, y);
  const auto hit = ground_.surface.Hit(ray);
  if (!hit) return behind;
  const bool is_wall = hit->wall >= 0;
  const Rgb3 light = is_wall ? WallAt(*hit, ray) : SurfaceAt(ray, hit->distance);
  const Rgb3 hazy = Hazy(light, behind, hit->distance);
  return is_wall ? Mix(hazy, behind, FogAt(ray.At(2, hit->distance))) : hazy;
}

Rgb3 Scene::SurfaceAt(const Ray& ray, double distance) const {
  const Place place = PlaceOf(ray.At(0, distance), ray.At(1, distance));
  const Rgb3 ground = GroundAt(place);
  const double depth = DepthAt(place);
  return depth > 0 ? WaterAt(ray, distance, depth, ground) : ground;
}

// The water is level. What it mirrors follows Schlick's approximation of Fresnel's equations: "An
// Inexpensive BRDF Model for Physically-based Rendering", 1994.
Rgb3 Scene::WaterAt(const Ray& ray, double distance, double depth, const Rgb3& ground) const {
  const Rgb3 own = Lit(kWater, double{ground_.sun.sun[2]});
  const double way = depth / ground_.width;
  Rgb3 light;
  for (std::size_t c = 0; c < 3; ++c)
    light[c] = own[c] + Exp(-kAbsorbed[c] * way) * (ground[c] - own[c]);
  const double down = std::max(-ray.direction[2], 0.0), slant = 1 - down;
  const double mirrored = kMirrored + (1 - kMirrored) * (slant * slant) * (slant * slant) * slant;
  constexpr double kAbove = 0.01;  // steps
  const Vector origin{ray.At(0, distance), ray.At(1, distance), ray.At(2, distance) + kAbove};
  return Mix(light, MirroredAt({origin, {ray.direction[0], ray.direction[1], down}}), mirrored);
}

// In: a ray that goes up.
Rgb3 Scene::MirroredAt(const Ray& ray) const {
  const Rgb3 sky = Background(2 * ray.direction[2]);
  const auto hit = ground_.surface.Hit(ray);
  if (!hit || hit->wall >= 0) return sky;
  const Place place = PlaceOf(ray.At(0, hit->distance), ray.At(1, hit->distance));
  return Hazy(GroundAt(place), sky, hit->distance);
}

// Walls fade below the lowest ground.
double Scene::FogAt(double height) const {
  const double depth = kFogDepth * ground_.width;
  return Smoothstep((ground_.surface.minimum() - height) / depth + 0.25);
}

Rgb3 Scene::WallAt(const GroundHit& hit, const Ray& ray) const {
  const auto axis = static_cast<std::size_t>(hit.wall);
  const double out = ray.direction[axis] > 0 ? -1 : 1;
  const double to_sun = (axis == 0 ? out : -out) * double{ground_.sun.sun[axis]};
  const Place place = PlaceOf(ray.At(0, hit.distance), ray.At(1, hit.distance));
  return Lit(hit.depth < DepthAt(place) ? kWater : kWall, to_sun);
}

// Returns the light of a rough surface. In: the cosine between it and the sun.
Rgb3 Scene::Lit(const Rgb3& color, double to_sun) const {
  const Light& light = ground_.sun;
  Rgb3 lit;
  for (std::size_t c = 0; c < 3; ++c)
    lit[c] = color[c] *
             (std::max(to_sun, 0.0) * double{light.sun_color[c]} + double{light.sky_color[c]});
  return lit;
}

Rgb3 Scene::Hazy(const Rgb3& light, const Rgb3& behind, double distance) const {
  const double far = std::max(distance - camera_.nearest(), 0.0) / ground_.width;
  Rgb3 seen;
  for (std::size_t c = 0; c < 3; ++c)
    seen[c] = behind[c] + Exp(-kHaze[c] * far) * (light[c] - behind[c]);
  return seen;
}

}  // namespace cobble
