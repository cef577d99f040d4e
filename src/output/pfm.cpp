// Writes PFM. Each band is written at its own offset, since the file stores the bottom row first.
// Based on: Paul Debevec, Portable Float Map.
#include "output/pfm.h"

#include <fmt/format.h>

#include <cstring>

#include "cobble/error.h"
#include "core/maps.h"
#include "core/size.h"
#include "output/buffer.h"
#include "output/row_format.h"
#include "output/sink/sink.h"

namespace cobble {
namespace {

struct PfmBand final : Chunk {
  explicit PfmBand(Size size) : bytes(size) {}

  Buffer bytes;  // rows in file order
  int64_t rows = 0;
};

class PfmWriter final : public PictureWriter {
 public:
  explicit PfmWriter(const PictureSpec& spec);

  RowFormat row_format() const override { return row_format_; }
  std::unique_ptr<Chunk> NewChunk(int64_t rows) const override;
  void Encode(const Band& band, Chunk& chunk) const noexcept override;
  void Write(const Chunk& chunk) override;
  uint64_t bytes_written() const override { return sink_->bytes_written(); }

 private:
  void FinishFile() override;
  void CommitFile() override { sink_->Commit(); }

  RowFormat row_format_;
  std::size_t row_bytes_;
  int64_t rows_left_;
  uint64_t header_bytes_;
  std::unique_ptr<ByteSink> sink_;
};

PfmWriter::PfmWriter(const PictureSpec& spec)
    : row_format_(RowFormatOf(spec)),
      row_bytes_(
          (Size(spec.width) * Size(row_format_.channels * row_format_.sample_bytes)).bytes()),
      rows_left_(spec.height),
      sink_(OpenSink(spec, FileSink::kAnyOrder)) {
  // A negative scale means little-endian.
  sink_->Write(fmt::format("{}\n{} {}\n-1.0\n", row_format_.channels == 1 ? "Pf" : "PF", spec.width,
                           spec.height));
  header_bytes_ = sink_->bytes_written();
}

std::unique_ptr<Chunk> PfmWriter::NewChunk(int64_t rows) const {
  return std::make_unique<PfmBand>(Size(rows) * Size(row_bytes_));
}

void PfmWriter::Encode(const Band& band, Chunk& chunk) const noexcept {
  auto& pfm = static_cast<PfmBand&>(chunk);
  pfm.rows = band.rows;
  const std::byte* row = band.data;
  std::byte* out = pfm.bytes.data() + static_cast<std::size_t>(band.rows) * row_bytes_;
  for (int64_t j = 0; j < band.rows; ++j, row += band.stride) {
    out -= row_bytes_;
    std::memcpy(out, row, row_bytes_);
  }
}

void PfmWriter::Write(const Chunk& chunk) {
  const auto& pfm = static_cast<const PfmBand&>(chunk);
  rows_left_ -= pfm.rows;
  const uint64_t offset = (Size(rows_left_) * Size(row_bytes_) + Size(header_bytes_)).value();
  sink_->WriteAt(offset, pfm.bytes.data(), static_cast<std::size_t>(pfm.rows) * row_bytes_);
}

void PfmWriter::FinishFile() {
  if (rows_left_ != 0)
    throw Error(ErrorKind::kBug, "", "a picture was finished before its last row");
  sink_->Finish();
}

}  // namespace

std::unique_ptr<PictureWriter> OpenPfm(const PictureSpec& spec) {
  return std::make_unique<PfmWriter>(spec);
}

}  // namespace cobble
