// Pixels from lists of samples, for the tests of level_mean.h.
#ifndef COBBLE_TESTS_UNIT_STORES_MEAN_PIXELS_H_
#define COBBLE_TESTS_UNIT_STORES_MEAN_PIXELS_H_

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "stores/chunk_pixels.h"

namespace cobble {

template <class Sample>
ChunkPixels Pixels(int64_t width, int64_t height, int channels,
                   const std::vector<Sample>& samples) {
  ChunkPixels pixels{.width = width,
                     .height = height,
                     .channels = channels,
                     .bits = 8 * sizeof(Sample),
                     .is_float = std::is_floating_point_v<Sample>,
                     .samples = std::vector<std::byte>(samples.size() * sizeof(Sample))};
  std::memcpy(pixels.samples.data(), samples.data(), pixels.samples.size());
  return pixels;
}

template <class Sample>
std::vector<Sample> SamplesOf(const ChunkPixels& pixels) {
  std::vector<Sample> samples(pixels.samples.size() / sizeof(Sample));
  std::memcpy(samples.data(), pixels.samples.data(), pixels.samples.size());
  return samples;
}

}  // namespace cobble

#endif  // COBBLE_TESTS_UNIT_STORES_MEAN_PIXELS_H_
