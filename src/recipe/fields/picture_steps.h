// The steps of a picture: the distances between neighbouring pixels, which divide its extent.
//
//   pixels     |  0  |  1  |  2  |  3  |      4 pixels, 4 steps
//   vertices   0-----1-----2-----3-----4      5 pixels, 4 steps
//
// A picture width, the measure of radii and normals, is the extent along x. A tiled picture repeats
// after its steps, so the last column of vertices equals the first. A sphere has the steps along
// its equator and from pole to pole, on a cube along four faces and two.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "cobble/recipe.h"

namespace cobble {

// The faces of a cube, from left to right.
inline constexpr std::array<std::string_view, 6> kCubeFaces{"px", "nx", "py", "ny", "pz", "nz"};

// The radius of a sphere whose equator is one unit long.
inline constexpr double kSphereRadius = 0.15915494309189535;  // 1 / (2 pi)

struct PictureSteps {
  int64_t x = 1, y = 1;
};

// Returns at least one step along each axis, even for sizes too small for vertices.
inline PictureSteps StepsOf(const Recipe& recipe) {
  const int64_t ends = recipe.domain.grid == Grid::kVertices ? 1 : 0;
  if (recipe.domain.surface == SurfaceShape::kCube) {
    const int64_t face = std::max<int64_t>(recipe.height - ends, 1);
    return {4 * face, 2 * face};
  }
  return {std::max<int64_t>(recipe.width - ends, 1), std::max<int64_t>(recipe.height - ends, 1)};
}

// Of the maps that read the pixels around each pixel, curvature and ao, in picture widths. They
// read the surface this far, even beyond the picture's edge; that halo is rendered and kept in
// memory.
inline constexpr double kMaxMapRadius = 0.25;

// In: radius, in picture widths. Returns at least one pixel.
inline int64_t RadiusInPixels(double radius, const Recipe& recipe) {
  return std::max<int64_t>(std::llround(radius * static_cast<double>(StepsOf(recipe).x)), 1);
}

}  // namespace cobble
