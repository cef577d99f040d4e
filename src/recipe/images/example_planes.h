// The channels of source images as textures by example read them: as numbers that are distributed
// normally, which can be blended without losing contrast, with the table that leads back.
//
// Based on: E. Heitz, F. Neyret, "High-Performance By-Example Noise using a Histogram-Preserving
// Blending Operator", 2018; B. Burley, "On Histogram-Preserving Blending for Randomized Texture
// Tiling", 2019, for the table.
// Departs: each channel by itself; the table's cubics have a continuous slope.
#pragma once

#include <memory>
#include <vector>

#include "recipe/images/image_planes.h"

namespace cobble {

// A monotone function in kPieces cubics of equal widths: the piece k of x = (u - first) *
// pieces_per_unit is c[0] + c[1] t + c[2] t^2 + c[3] t^3, where t = x - k and c = coefficients[4 k
// .. 4 k + 3]. Its slope is continuous, and 0 at both ends. The pieces are wide, so that the slopes
// of textures do not show which samples happen to be next to each other in a histogram.
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

// Returns the plane, which is made once for an image. The table goes through the samples at some
// ranks; the quantile of a sample is the one that the table takes back to it, and so about that of
// its rank. Equal samples have equal quantiles: where the table is level, the middle. Thread-safe.
std::shared_ptr<const ExamplePlane> ExamplePlaneOf(const SourceImage& image,
                                                   const PlaneRequest& request);

}  // namespace cobble
