// Compares two pictures, sample by sample.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "input/picture_reader.h"

namespace cobble {

// Returns why the pictures are not comparable ("512 x 512 and 512 x 256 pixels"); else empty.
std::string WhyNotComparable(const PictureInfo& a, const PictureInfo& b);

struct Difference {
  uint64_t samples = 0;          // that were compared
  uint64_t differing = 0;        // samples whose difference exceeds the tolerance
  uint64_t not_finite = 0;       // of these: one of the two is NaN or infinite
  double maximum = 0, mean = 0;  // of the absolute difference of the other samples
  double mean_square = 0;
  // Where samples first differ by infinity or, if none do, by the maximum; unset if all are equal.
  int64_t x = 0, y = 0;
  std::size_t pair = 0;  // of channels, numbered as in the picture with more of them
  float a = 0, b = 0;    // the samples there

  // Returns whether any samples differ, by however little.
  bool IsAny() const { return maximum > 0 || not_finite > 0; }
  // Peak signal-to-noise ratio in decibels, for a peak of 1; infinite if finite samples are equal.
  double Psnr() const;
};

// Receives the absolute differences of a row, the channel pairs interleaved.
using DifferenceRow = std::function<void(std::span<const float>)>;

// Compares two pictures for which WhyNotComparable is empty. Pairs channels by name if both have
// the same names, else in order, or a single channel with each of three. NaN equals NaN. Throws
// what the readers throw. In: visit, called for each row; may be empty.
Difference ComparePictures(PictureReader& a, PictureReader& b, double tolerance,
                           const DifferenceRow& visit = {});

}  // namespace cobble
