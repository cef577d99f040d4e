// The light of the map lit: a sun and a sky, as numbers of the shading.
#pragma once

#include "cobble/recipe.h"

namespace cobble {

// The material, if the recipe has no map for it.
inline constexpr float kDefaultRoughness = 0.5f;
inline constexpr float kDefaultMetallic = 0;
// Without a map `color`, the colour is kDefaultTint (kDark + (kBright - kDark) h)^2 for a height h
// in 0..1: about as light to the eye as the height map, but neither black nor white.
inline constexpr float kDark = 0.28f, kBright = 0.8f;
inline constexpr float kDefaultTint[3] = {1.0f, 0.95f, 0.88f};

// Smoother surfaces are lit with this roughness, so that the sun's glint exceeds a pixel.
inline constexpr float kMinRoughness = 0.1f;
// Reflectance of non-metals, seen from above.
inline constexpr float kDielectric = 0.04f;
// The sky's light that reaches hollows where ao is 0, from surface to surface.
inline constexpr float kBounced = 0.15f;

// The radiance of the sky and of the ground beyond the picture, in the direction d (z up), is
//   kSkyMean + kSkyUp d_z + kSkySide (d . side) + kSkyBand (3 d_z^2 - 1) / 2:
// bright at the horizon and on the side of the sun, darker overhead, darkest below. A flat diffuse
// surface has kSkyMean + 2/3 kSkyUp + 1/4 kSkyBand = 1.
inline constexpr float kSkyMean = 0.944f, kSkyUp = 0.24f, kSkySide = 0.5f, kSkyBand = -0.416f;

// A surface that mirrors F0 + (1 - F0) (1 - v . h)^5 of the light reflects the fraction F0 a + b of
// a uniform sky. The polynomials give a + b and b, in powers of 1 - n . v (rows) and of the
// roughness (columns). In: n . v, kMinCosine..1; roughness, kMinRoughness..1.
// Error: 0.025 of a + b; of b 0.004 if n . v is 0.4 or more, otherwise 0.033.
// Source: least squares on the integral over the microfacets.
inline constexpr float kMinCosine = 0.15f;
inline constexpr float kMirroredSum[4][4] = {{0.90101f, 0.97919f, -2.32111f, 0.72356f},
                                             {-0.00280f, 0.06216f, -0.79159f, 0.99885f},
                                             {0.27691f, -1.35593f, 0.90771f, 0.21985f},
                                             {0.02290f, -1.88668f, 6.51273f, -4.43532f}};
inline constexpr float kMirroredB[5][4] = {{0.00122f, -0.00979f, 0.01890f, -0.01040f},
                                           {-0.07320f, 0.54803f, -1.01343f, 0.54461f},
                                           {0.77263f, -5.45547f, 10.04227f, -5.40710f},
                                           {-2.85174f, 18.31334f, -31.80694f, 16.46951f},
                                           {3.53369f, -17.27522f, 26.39111f, -12.68018f}};

// What depends on the recipe. Directions: x to the right, y up in the picture, z to the viewer.
struct Light {
  float sun[3];   // direction of the sun
  float half[3];  // of the normal that mirrors the sun to the viewer
  float fresnel;  // (1 - viewer . half)^5
  float side[2];  // horizontal direction in which the sky is brighter
  // Colours: what a white diffuse surface that faces the sun reflects, and the sky's.
  float sun_color[3], sky_color[3];
};

Light LightOf(const Lit& lit);

}  // namespace cobble
