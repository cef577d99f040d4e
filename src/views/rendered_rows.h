// A map of a recipe, read row by row like a picture file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cobble/program.h"
#include "core/band_sink.h"
#include "core/maps.h"
#include "input/picture_reader.h"
#include "render/render_bands.h"

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
  SampleType type_;
  bool is_rgbe_;
  Quantize quantize_;
  std::vector<Transfer> transfers_;  // by channel, or empty
};

// Renders a window of the picture in blocks of rows, without holding it.
class RenderedRows final : public PictureReader {
 public:
  // `program` must compute what the map needs, and outlive the reader.
  RenderedRows(const Program& program, const PictureMap& map, const HeightRange& range,
               const Window& window, int threads);

  // Makes the samples those of a file with this format and bits. Call before the first row.
  void StoreAs(const PictureInfo& file);
  void ReadRow(std::span<float> row) override;

 private:
  void RenderBlock();

  const Program& program_;
  const PictureMap map_;
  const HeightRange range_;
  const Window window_;
  int threads_;
  std::optional<StoredSamples> stored_;  // empty: the samples are floats
  int64_t block_rows_;
  std::vector<float> block_;
  int64_t next_ = 0;
};

}  // namespace cobble
