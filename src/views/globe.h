// A planet: a recipe of a sphere, seen from far away.
#pragma once

#include <cstdint>
#include <string>

#include "cobble/image.h"
#include "cobble/recipe.h"

namespace cobble {

struct GlobeView {
  int64_t width = 1024, height = 1024;
  double longitude = 0, latitude = 0;  // degrees: what the middle of the view shows
  double radius = 1;                   // of the globe, in halves of the shorter side
  int samples = 2;                     // a pixel is the mean of samples x samples rays
  std::string simd = "auto";
  int threads = 0;
};

// Returns the globe in the light of the map lit, whose sun stands where it stands for the viewer:
// linear red, green and blue, on black. The recipe is sampled where rays meet the sphere, so
// there is no seam and no pole. All machines give the same bits. In: a recipe of a sphere.
Image ViewGlobe(const Recipe& recipe, const GlobeView& view);

}  // namespace cobble
