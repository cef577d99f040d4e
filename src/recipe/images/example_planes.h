// The channels of source images as textures by example read them: as normally distributed numbers,
// which blend without losing contrast, with the table that leads back.
//
// Based on: E. Heitz, F. Neyret, "High-Performance By-Example Noise using a Histogram-Preserving
// Blending Operator", 2018; B. Burley, "On Histogram-Preserving Blending for Randomized Texture
// Tiling", 2019, for the table.
// Departs: the table's cubics have a continuous slope.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "recipe/images/image_planes.h"

namespace cobble {

// A monotone function in kPieces cubics of equal width: piece k of x = (u - first) *
// pieces_per_unit is c[0] + c[1] t + c[2] t^2 + c[3] t^3, where t = x - k and c = coefficients[4 k
// .. 4 k + 3]. Its slope is continuous, and 0 at both ends. The pieces are wide, so that slopes of
// textures do not show which samples happen to be neighbours in a histogram.
struct QuantileTable {
  static constexpr int kPieces = 32;

  float first = 0, pieces_per_unit = 0;
  std::vector<float> coefficients;
};

struct ExamplePlane {
  ImagePlane normal;        // of quantiles of a standard normal distribution
  QuantileTable table;      // from quantiles to samples
  float low = 0, high = 0;  // of the samples
};

// Returns the plane of samples, row by row. The table goes through the samples at some ranks; a
// sample's quantile is the one that the table maps back to it, about its rank's. Equal samples have
// equal quantiles: the middle of a level stretch of the table.
ExamplePlane MakeExamplePlane(const std::vector<float>& channel, int64_t width, int64_t height,
                              PlaneEdges edges);

// Returns the plane of a channel, made once for an image. Thread-safe.
std::shared_ptr<const ExamplePlane> ExamplePlaneOf(const SourceImage& image,
                                                   const PlaneRequest& request);

}  // namespace cobble
