// The colours of source images as textures by example read them: along their principal axes. Red,
// green and blue that are blended by themselves meet in hues that the image does not have.
//
// Based on: E. Heitz, F. Neyret, "High-Performance By-Example Noise using a Histogram-Preserving
// Blending Operator", 2018, section 3.3.
// Departs: the axes are those of square roots of light, so that dark colours count, too.
#pragma once

#include <array>
#include <memory>

#include "core/affine.h"
#include "core/bounds.h"
#include "recipe/images/example_planes.h"

namespace cobble {

struct ExampleColor {
  bool is_grey = false;                // all pixels are: the other members are empty
  bool is_root = false;                // the axes are of square roots: no sample is negative
  std::array<ExamplePlane, 3> planes;  // along the axes
  // Row c, times the values along the axes, is channel c, or its root.
  std::array<Vector3, 3> axes{};
  std::array<Bounds, 3> bounds{};  // of the channels
};

// Returns the planes of red, green and blue, made once for an image that has them. In: request,
// whose channel does not matter. Thread-safe. The same bits everywhere.
std::shared_ptr<const ExampleColor> ExampleColorOf(const SourceImage& image,
                                                   const PlaneRequest& request);

// Returns the eigenvectors of a symmetric matrix, in columns. Source: C. G. J. Jacobi, "Über ein
// leichtes Verfahren, die in der Theorie der Säkularstörungen vorkommenden Gleichungen numerisch
// aufzulösen", 1846: rotations, here in a fixed order. Error: a few roundings.
std::array<Vector3, 3> EigenvectorsOf(std::array<Vector3, 3> matrix);

}  // namespace cobble
