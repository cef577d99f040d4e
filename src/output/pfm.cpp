// Writes PFM. Each band is written at its own offset, since the file stores the bottom row first.
// Based on: Paul Debevec, Portable Float Map.
#include "output/writers.h"

#include <fmt/format.h>

#include <cstring>

#include "core/maps.h"
#include "core/size.h"
#include "output/buffer.h"
#include "output/sink/sink.h"

namespace cobble {
namespace {

struct PfmBand final : Chunk {
  explicit PfmBand(Size size) : bytes(size) {}

  Buffer bytes;  // rows in file order
};

class PfmWriter final : public PictureWriter {
 public:
  explicit PfmWriter(const PictureSpec& spec)
      : PictureWriter(spec, RowFormatOf(spec), FileSink::kAnyOrder) {
    // A negative scale means little-endian.
    sink().Write(fmt::format("{}\n{} {}\n-1.0\n", format().channels == 1 ? "Pf" : "PF", spec.width,
                             spec.height));
    header_bytes_ = bytes_written();
  }

  std::unique_ptr<Chunk> NewChunk(int64_t rows) const override {
    return std::make_unique<PfmBand>(Size(rows) * Size(row_bytes()));
  }
  void Encode(const Band& band, Chunk& chunk) const noexcept override {
    const std::byte* row = band.data;
    std::byte* out = static_cast<PfmBand&>(chunk).bytes.data() +
                     static_cast<std::size_t>(band.rows) * row_bytes();
    for (int64_t j = 0; j < band.rows; ++j, row += band.stride) {
      out -= row_bytes();
      std::memcpy(out, row, row_bytes());
    }
  }

 private:
  void WriteBand(const Band& band, const Chunk& chunk) override {
    const int64_t rows_below = spec().height - band.first_row - band.rows;
    const uint64_t offset = (Size(rows_below) * Size(row_bytes()) + Size(header_bytes_)).value();
    sink().WriteAt(offset, static_cast<const PfmBand&>(chunk).bytes.data(),
                   static_cast<std::size_t>(band.rows) * row_bytes());
  }

  uint64_t header_bytes_;
};

}  // namespace

std::unique_ptr<PictureWriter> OpenPfm(const PictureSpec& spec) {
  return std::make_unique<PfmWriter>(spec);
}

}  // namespace cobble
