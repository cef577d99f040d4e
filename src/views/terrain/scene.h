// The light that a camera sees from a block of land, with water, through haze.
#pragma once

#include <array>

#include "cobble/image.h"
#include "render/maps/light.h"
#include "views/terrain/camera.h"
#include "views/terrain/height_field.h"

namespace cobble {

// The surface, and the light that it reflects. Heights and depths are in steps of the grid.
struct Ground {
  HeightField surface;  // of the water, where there is some
  Image light;          // of each sample of the ground: linear red, green and blue
  Image depth;          // of the water; without samples if there is none
  Light sun;
  double width;  // of the picture, in steps of the grid
};

using Rgb3 = std::array<double, 3>;  // linear

class Scene {
 public:
  Scene(const Ground& ground, const Camera& camera) : ground_(ground), camera_(camera) {}

  // In: a point of the view, -1..1 to the right and up.
  Rgb3 LightAt(double x, double y) const;

 private:
  struct Place;  // of a point of the surface in the grid
  Place PlaceOf(double x, double y) const;
  Rgb3 GroundAt(const Place& place) const;
  double DepthAt(const Place& place) const;
  Rgb3 SurfaceAt(const Ray& ray, double distance) const;
  Rgb3 WaterAt(const Ray& ray, double distance, double depth, const Rgb3& ground) const;
  Rgb3 MirroredAt(const Ray& ray) const;
  Rgb3 WallAt(const GroundHit& hit, const Ray& ray) const;
  double FogAt(double height) const;
  Rgb3 Hazy(const Rgb3& light, const Rgb3& behind, double distance) const;
  Rgb3 Lit(const Rgb3& color, double to_sun) const;

  const Ground& ground_;
  const Camera& camera_;
};

}  // namespace cobble
