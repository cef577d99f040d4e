// Writes PFM. Each band is written at its own offset, since the file stores the bottom row first.
// Based on: Paul Debevec, Portable Float Map.
#include "output/writers.h"

#include <fmt/format.h>

#include <cstring>

#include "core/maps.h"
#include "core/size.h"
#include "output/buffer.h"
#include "output/row_format.h"
#include "output/sink/sink.h"

namespace cobble {
namespace {

struct PfmBand final : PictureBand {
  explicit PfmBand(Size size) : bytes(size) {}

  Buffer bytes;  // rows in file order
};

class PfmWriter final : public PictureWriter {
 public:
  explicit PfmWriter(const PictureSpec& spec);

  std::unique_ptr<Chunk> NewChunk(int64_t rows) const override;

 private:
  void EncodeBand(const Band& band, PictureBand& encoded) const noexcept override;
  void WriteBand(const PictureBand& encoded) override;

  uint64_t header_bytes_;
};

PfmWriter::PfmWriter(const PictureSpec& spec)
    : PictureWriter(spec, RowFormatOf(spec), FileSink::kAnyOrder) {
  // A negative scale means little-endian.
  sink().Write(fmt::format("{}\n{} {}\n-1.0\n", format().channels == 1 ? "Pf" : "PF", spec.width,
                           spec.height));
  header_bytes_ = bytes_written();
}

std::unique_ptr<Chunk> PfmWriter::NewChunk(int64_t rows) const {
  return std::make_unique<PfmBand>(Size(rows) * Size(row_bytes()));
}

void PfmWriter::EncodeBand(const Band& band, PictureBand& encoded) const noexcept {
  const std::byte* row = band.data;
  std::byte* out = static_cast<PfmBand&>(encoded).bytes.data() +
                   static_cast<std::size_t>(band.rows) * row_bytes();
  for (int64_t j = 0; j < band.rows; ++j, row += band.stride) {
    out -= row_bytes();
    std::memcpy(out, row, row_bytes());
  }
}

void PfmWriter::WriteBand(const PictureBand& encoded) {
  const int64_t rows_below = height() - rows_written() - encoded.rows;
  const uint64_t offset = (Size(rows_below) * Size(row_bytes()) + Size(header_bytes_)).value();
  sink().WriteAt(offset, static_cast<const PfmBand&>(encoded).bytes.data(),
                 static_cast<std::size_t>(encoded.rows) * row_bytes());
}

}  // namespace

std::unique_ptr<PictureWriter> OpenPfm(const PictureSpec& spec) {
  return std::make_unique<PfmWriter>(spec);
}

}  // namespace cobble
