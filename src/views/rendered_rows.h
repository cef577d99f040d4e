// A map of a recipe, read row by row like a picture file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cobble/program.h"
#include "core/maps.h"
#include "input/picture_reader.h"
#include "render/render_bands.h"

namespace cobble {

// Renders a window of the picture in blocks of rows, without holding it.
class RenderedRows final : public PictureReader {
 public:
  // `program` must compute what the map needs, and outlive the reader.
  RenderedRows(const Program& program, const PictureMap& map, const HeightRange& range,
               const Window& window, int threads);

  // Makes the samples those that reading a file of this format and bits returns after they were
  // written: converted, rounded and clamped by the quantisers of output/, without the loss of JPEG.
  // Call before the first row.
  void StoreAs(const PictureInfo& file);
  void ReadRow(std::span<float> row) override;

 private:
  void RenderBlock();

  const Program& program_;
  const PictureMap map_;
  const HeightRange range_;
  const Window window_;
  int threads_;
  std::function<void(std::span<float>)> store_;  // converts a row; empty: samples are floats
  int64_t block_rows_;
  std::vector<float> block_;
  int64_t next_ = 0;
};

}  // namespace cobble
