// EXR lines computed from all channels of a row: for colours with other primaries or mixed depths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/band_sink.h"
#include "output/exr/channels.h"
#include "output/exr/plane_rows.h"
#include "output/picture.h"

namespace cobble {

// Copies samples that are `step` bytes apart.
template <class Sample>
void CopyExrChannel(const std::byte* in, std::size_t step, int64_t count, uint8_t* out) noexcept {
  for (int64_t i = 0; i < count; ++i, in += step, out += sizeof(Sample))
    std::memcpy(out, in, sizeof(Sample));
}

class ExrLineFormat {
 public:
  // Returns whether a picture's lines differ from the quantised channels of its rows.
  static bool IsNeeded(const PictureSpec& spec);

  ExrLineFormat(const PictureSpec& spec, std::vector<ExrChannel> channels);

  // Returns the planes for converting a row. Throws Error kLimit if memory runs out.
  PlaneRows NewLine() const { return {1, static_cast<int>(channels_.size()), width_}; }
  std::size_t line_bytes() const { return line_bytes_; }

  // Converts a row of floats, channels interleaved, to a line at `out`. Returns the number of
  // samples that were clamped to the range of half floats.
  uint64_t Convert(const std::byte* row, PlaneRows* line, uint8_t* out) const noexcept;

 private:
  std::size_t BytesOf(const ExrChannel& channel) const;  // in a line

  const std::vector<ExrChannel> channels_;
  std::vector<std::size_t> reds_;  // of colours to convert: the planes of red, then green and blue
  const int64_t width_;
  std::size_t line_bytes_ = 0;
  const Quantize half_;
};

}  // namespace cobble
