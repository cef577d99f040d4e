// Where the pixels of pictures of spheres are: directions and frames.
//
// In the positions P of the noise, x points east, y south, and z to the middle of the picture.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cobble/recipe.h"
#include "core/affine.h"
#include "noise/kernel.h"
#include "recipe/fields/picture_steps.h"

namespace cobble {

// A vector for each sample of a run, by axis.
using VectorRows = std::array<double*, 3>;

// The samples of a picture, with `samples` x `samples` of them in a pixel.
struct SphereSamples {
  SurfaceShape surface;
  bool vertices;
  int64_t width, height;  // of an equirectangular picture or a face

  SphereSamples(const Recipe& recipe, int samples);
};

// Computes the directions of samples, row by row. Vertices that faces share, on their edges and
// corners, have the same bits.
class SphereRows {
 public:
  SphereRows(const Recipe& recipe, int samples, int columns);

  void BeginTile(const Tile& tile) noexcept;
  // In: a run of the tile. Out: unit vectors.
  void Directions(const Run& run, const VectorRows& to) const noexcept;

 private:
  struct Column {
    double sin, cos;  // of the longitude; of a face: its u, and 1
    int face;
  };

  const SphereSamples samples_;
  int64_t first_ = 0;
  std::vector<Column> columns_;
};

// Returns the direction of one sample.
std::array<double, 3> DirectionAt(const SphereSamples& samples, int64_t i, int64_t j) noexcept;

// Returns P on the sphere in a direction of any length; nullopt for 0,0,0.
std::optional<Vector3> PointInDirection(const Vector3& direction) noexcept;

// Direction d, and the unit tangents to the right and down, at one sample of a picture.
struct SphereFrame {
  std::array<double, 3> direction, right, down;
};
SphereFrame FrameAt(const SphereSamples& samples, int64_t i, int64_t j) noexcept;

}  // namespace cobble
