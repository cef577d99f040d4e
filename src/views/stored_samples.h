// Samples as a picture file gives them back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/band_sink.h"
#include "core/maps.h"
#include "input/picture_reader.h"

namespace cobble {

// Converts a map's samples to what reading a file returns after they were written with its format
// and bits: converted, rounded and clamped by the quantisers of output/, without the loss of JPEG.
class StoredSamples {
 public:
  StoredSamples(const PictureInfo& file, const PictureMap& map, int64_t simd_target);

  // In, out: row, the channels interleaved.
  void Convert(std::span<float> row) const;

 private:
  void ConvertPart(std::span<float> part, std::size_t channel) const;

  std::size_t channels_;
  int bits_;
  bool is_float_, is_rgbe_;
  Quantize quantize_;
  std::vector<Transfer> transfers_;  // by channel, or empty
};

}  // namespace cobble
