// Computes the light of the map lit.
#include "render/maps/light.h"

#include <cmath>

#include "core/math.h"

namespace cobble {
namespace {

// A flat white surface is kWhite at the default elevation of 45 degrees, to leave room for slopes
// facing the sun. Most is from the sun (a little warm), the rest from the sky (a little blue).
constexpr double kWhite = 0.9;
constexpr double kSun[3] = {0.70, 0.68, 0.646};
constexpr double kSineOf45 = 0.70710678118654752440;

}  // namespace

Light LightOf(const Lit& lit) {
  const SinCos azimuth = SinCosDegrees(lit.azimuth), elevation = SinCosDegrees(lit.elevation);
  const double side[2] = {azimuth.sin, azimuth.cos};
  const double sun[3] = {side[0] * elevation.cos, side[1] * elevation.cos, elevation.sin};
  // The viewer is at (0, 0, 1).
  const double length = std::sqrt(2 + 2 * sun[2]);
  const double half[3] = {sun[0] / length, sun[1] / length, (sun[2] + 1) / length};
  const double grazing = 1 - half[2], square = grazing * grazing;

  Light light{};
  light.fresnel = static_cast<float>(square * square * grazing);
  for (int a = 0; a < 2; ++a) light.side[a] = static_cast<float>(side[a]);
  for (int k = 0; k < 3; ++k) {
    light.sun[k] = static_cast<float>(sun[k]);
    light.half[k] = static_cast<float>(half[k]);
    light.sun_color[k] = static_cast<float>(kSun[k] / kSineOf45);
    light.sky_color[k] = static_cast<float>(kWhite - kSun[k]);
  }
  return light;
}

}  // namespace cobble
