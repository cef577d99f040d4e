// A landscape seen at an angle.
#pragma once

#include <cstdint>
#include <string>

#include "cobble/recipe.h"
#include "core/size.h"
#include "views/rgb_picture.h"
#include "views/terrain/camera.h"

namespace cobble {

struct TerrainViewOptions {
  int64_t width = 1024, height = 1024;
  CameraPlace place{};
  std::string simd = "auto";
  int threads = 0;
};

Size GroundBytes(const Recipe& recipe, const FittedSize& view);

// Returns the landscape of a recipe's height in the colours of the map lit, with cast shadows, in
// haze: a block whose walls fade downwards. If the recipe has a map `water` of one channel, that is
// the depth of water on the land, as a part of the map height. The bits depend on neither the
// machine nor the threads. A sphere is a globe instead (views/globe.h), with the longitude and
// latitude of the camera's azimuth and elevation in the middle.
RgbPicture ViewTerrain(const Recipe& recipe, const TerrainViewOptions& options);

}  // namespace cobble
