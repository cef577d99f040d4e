// The height of the bands in which a picture is rendered and encoded. It depends only on the
// picture's size, so a file's bytes depend neither on threads nor on the other outputs of a run.
#pragma once

#include <algorithm>
#include <cstdint>

namespace cobble {

inline constexpr int64_t kBandStep = 16;  // rows; EXR compresses 16 lines together

// Returns the number of rows per band of a picture of width x height pixels (both at least 1):
//   - about 2^18 pixels (512 KiB of 16-bit grey), or fewer to get 32 bands;
//   - but at least 2^15 pixels, so that deflate can use its 32 KiB window;
//   - and at least kBandStep rows, which share a tile's set-up, unless these exceed 2^19 pixels;
//   - a multiple of kBandStep unless the picture is wider than 2^15.
constexpr int64_t BandRows(int64_t width, int64_t height) {
  constexpr int64_t kMin = int64_t{1} << 15, kMax = int64_t{1} << 18, kBands = 32;
  const int64_t minimum = (kMin + width - 1) / width;
  const int64_t maximum =
      std::max({kMax / width, std::min(kBandStep, 2 * kMax / width), int64_t{1}});
  const int64_t rows =
      std::clamp<int64_t>((height + kBands - 1) / kBands, std::min(minimum, maximum), maximum);
  if (maximum < kBandStep) return maximum;
  return std::min(rows + kBandStep - 1, maximum) / kBandStep * kBandStep;
}

}  // namespace cobble
