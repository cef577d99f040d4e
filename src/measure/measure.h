// Measures the samples of a picture in one pass over its rows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/bounds.h"
#include "input/picture_reader.h"

namespace cobble {

// How far a picture is from repeating without a seam in one direction.
struct Seam {
  // Differences across the seam: between the last and the first column (or row).
  double mean = 0, maximum = 0;
  double typical = 0;  // the mean difference between neighbouring columns
  // `mean` over the largest mean difference between two neighbouring columns. At most about 1 if
  // the picture repeats, since the seam is then a pair of columns like any other. 0 if all columns
  // are equal; infinite if only the seam differs.
  double ratio = 0;
};

// The prevailing direction, from the structure tensor of differences in blocks of 2 x 2 samples.
struct Anisotropy {
  // Along the lines of slowest change (stripes), anticlockwise from the x axis: 0 <= degrees < 180.
  double degrees = 0;
  double coherence = 0;  // 0: no prevailing direction; 1: exactly parallel lines
};

// Those that are measured unless others are asked for.
inline constexpr std::array<double, 7> kPercentiles{1, 5, 25, 50, 75, 95, 99};
inline constexpr int kHistogramBuckets = 64;

struct ChannelMeasures {
  std::string name;
  uint64_t samples = 0;     // finite ones
  uint64_t not_finite = 0;  // excluded from all that follows
  double minimum = 0, maximum = 0, mean = 0, deviation = 0;
  std::vector<double> percentiles;  // in the order asked for; empty without finite samples
  // Samples in equal parts of minimum..maximum. An integer that spans several parts counts in each
  // by its share, so histograms of few values have no gaps.
  std::vector<double> histogram;
  std::optional<Bounds> bounds;
  uint64_t at_low = 0, at_high = 0;  // samples at or beyond the bounds
  Seam seam_x, seam_y;
  Anisotropy anisotropy;
};

// In: bounds of float channels, if known; integer channels have 0 and 1. Throws what the reader
// throws, and Error kLimit if counting floats of many magnitudes needs more than kMaxCountBytes.
inline constexpr std::size_t kMaxCountBytes = std::size_t{1} << 29;
std::vector<ChannelMeasures> MeasurePicture(PictureReader& reader,
                                            const std::optional<Bounds>& bounds,
                                            std::span<const double> percentiles = kPercentiles);

struct Extremes {
  double minimum = 0, maximum = 0;
  uint64_t samples = 0;  // finite ones; if 0, the extremes are 0
};

// Returns the extremes of each channel.
std::vector<Extremes> MeasureExtremes(PictureReader& reader);

}  // namespace cobble
