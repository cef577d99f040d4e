// The height of the bands in which a picture is made and encoded. It follows from the picture's
// size alone, so that a file's bytes never depend on threads or on what is written beside it.
#ifndef COBBLE_CORE_BANDS_H_
#define COBBLE_CORE_BANDS_H_

#include <algorithm>
#include <cstdint>

namespace cobble {

inline constexpr int64_t kBandStep = 16;  // the lines that EXR compresses together

// Rows in a band of a picture of width x height pixels (each at least 1): about a quarter of a
// million pixels (512 KiB of 16-bit grey), fewer where the picture would otherwise be less than 32
// bands, but at least 2^15 pixels, so that deflate's 32 KiB window pays, and kBandStep rows, which
// share what is made once a tile, up to 2^19 pixels. A multiple of kBandStep unless the picture is
// wider than 2^15.
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

#endif  // COBBLE_CORE_BANDS_H_
