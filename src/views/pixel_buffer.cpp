// Stores and passes on whole pictures.
#include "views/pixel_buffer.h"

#include <algorithm>
#include <memory>

#include "core/bands.h"
#include "core/size.h"
#include "render/parallel.h"

namespace cobble {

PixelBuffer::PixelBuffer(int64_t width, int64_t height, std::size_t pixel_bytes)
    : width_(width),
      height_(height),
      pixel_bytes_(pixel_bytes),
      stride_((Size(width) * Size(pixel_bytes)).bytes()),
      data_((Size(stride_) * Size(height)).bytes()) {}

void WriteBuffer(const PixelBuffer& buffer, int threads, BandSink* sink) {
  const int64_t rows = BandRows(buffer.width(), buffer.height());
  const int64_t count = (buffer.height() + rows - 1) / rows;
  std::vector<std::unique_ptr<Chunk>> chunks(static_cast<std::size_t>(SlotCount(count, threads)));
  for (auto& chunk : chunks) chunk = sink->NewChunk(rows);
  const auto at = [&](int slot) -> Chunk& { return *chunks[static_cast<std::size_t>(slot)]; };
  const auto band = [&](int64_t index) {
    const int64_t first = index * rows;
    return Band{index, first, std::min(rows, buffer.height() - first), buffer.At(0, first),
                buffer.stride()};
  };
  ItemSteps steps;
  steps.make = [&](int slot, int64_t index) { sink->Encode(band(index), at(slot)); };
  steps.finish = [&](int slot, int64_t index) { sink->Write(band(index), at(slot)); };
  InOrder(count, threads, steps);
}

}  // namespace cobble
