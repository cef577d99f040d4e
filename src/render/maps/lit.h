// The shading of the map lit, for surfaces whose normals are known.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/bounds.h"
#include "program/height_scale.h"
#include "render/maps/light.h"

namespace cobble {

// What is the same for all pixels.
struct LitScene {
  Light light;
  HeightScale heights;     // of the default colour, from the noise's value
  float tilt[2] = {0, 0};  // converts slopes to x and y of the normal, before it is normalised
};

// A run of pixels, as arrays like a MapInput's. A material's arrays are null if the recipe has no
// such map; defaults take their place.
struct LitInput {
  const float* value = nullptr;  // of the noise
  const float* slope[2] = {nullptr, nullptr};
  const float* normal[3] = {nullptr, nullptr, nullptr};  // if set, in place of the slopes
  const float* ao = nullptr;
  const float* color[3] = {nullptr, nullptr, nullptr};
  const float* emissive[3] = {nullptr, nullptr, nullptr};
  const float *roughness = nullptr, *metallic = nullptr;
  const float* sun = nullptr;  // the fraction of the sun that is seen; null: all of it

  // Sets the material's arrays from a map of the recipe, if it is one of them. In: at(c), the array
  // of the map's channel c.
  template <typename At>
  void SetMaterial(std::string_view map, int channels, const At& at) {
    for (int c = 0; c < 3; ++c) {
      if (map == "color") color[c] = at(channels == 3 ? c : 0);
      if (map == "emissive") emissive[c] = at(channels == 3 ? c : 0);
    }
    if (map == "roughness") roughness = at(0);
    if (map == "metallic") metallic = at(0);
  }
};

// In: the range and the bounds of the noise. The tilt is not set.
LitScene LitSceneOf(const Recipe& recipe, const HeightRange& range, const Bounds& bounds);

// Computes the light of n pixels, linear. `out` may be arrays of the input.
using ShadeRow = void (*)(const LitScene& scene, const LitInput& in, int n, float* const* out);
ShadeRow SelectShadeRow(int64_t simd_target);

}  // namespace cobble
