// Writes raw files and their sidecars.
#include "output/raw.h"

#include <optional>
#include <string>

#include "cobble/error.h"
#include "core/maps.h"
#include "core/size.h"
#include "output/held_band.h"
#include "output/row_format.h"
#include "output/sidecar.h"
#include "output/sink/signals.h"
#include "output/sink/sink.h"

namespace cobble {
namespace {

class RawWriter final : public PictureWriter {
 public:
  explicit RawWriter(const PictureSpec& spec);

  RowFormat row_format() const override { return row_format_; }
  std::unique_ptr<Chunk> NewChunk(int64_t) const override { return std::make_unique<HeldBand>(); }
  void Encode(const Band& band, Chunk& chunk) const noexcept override {
    static_cast<HeldBand&>(chunk).band = band;
  }
  void Write(const Chunk& chunk) override;
  uint64_t bytes_written() const override { return picture_->bytes_written(); }

 private:
  void FinishFile() override;
  void CommitFile() override;

  RowFormat row_format_;
  int64_t height_;
  std::size_t row_bytes_;
  int64_t rows_written_ = 0;
  std::string path_;
  std::unique_ptr<ByteSink> picture_;
  std::optional<FileSink> sidecar_;
};

// Writes the sidecar's temporary file immediately, to report problems with its folder before any
// rendering; like the picture, the sidecar gets its name in Commit. Devices and pipes have no
// sidecar. The sidecar of a picture in memory is also in memory.
RawWriter::RawWriter(const PictureSpec& spec)
    : row_format_(RowFormatOf(spec)),
      height_(spec.height),
      row_bytes_(
          (Size(spec.width) * Size(row_format_.channels * row_format_.sample_bytes)).bytes()),
      path_(spec.path),
      picture_(OpenSink(spec)) {
  if (spec.memory) spec.memory->sidecar = SidecarText(spec);
  if (picture_->direct()) return;
  sidecar_.emplace(SidecarPath(spec.path), spec.files);
  sidecar_->Write(SidecarText(spec));
}

void RawWriter::Write(const Chunk& chunk) {
  const auto& held = static_cast<const HeldBand&>(chunk);
  held.ForBytes(row_bytes_,
                [&](const std::byte* data, std::size_t size) { picture_->Write(data, size); });
  rows_written_ += held.band.rows;
}

void RawWriter::FinishFile() {
  if (rows_written_ != height_)
    throw Error(ErrorKind::kBug, "", "a picture was finished before its last row");
  picture_->Finish();
  if (sidecar_) sidecar_->Finish();
}

// Hides the old sidecar, replaces the picture, then adds the new sidecar. In this order, no sidecar
// is ever next to a picture that it does not describe. The lock is for two runs that commit the
// same raw file simultaneously: without it, one run's picture could get the other run's sidecar.
void RawWriter::CommitFile() {
  if (!sidecar_) return picture_->Commit();
  const FolderLock lock(sidecar_->folder());
  if (lock.failed())
    throw Error(ErrorKind::kIo, path_,
                "cannot replace the file: another process keeps its folder locked");
  const SignalShield shield;
  sidecar_->HideOld();
  try {
    picture_->Commit();
  } catch (...) {
    if (picture_->replaces()) sidecar_->RestoreOld();
    throw;
  }
  sidecar_->Commit();
}

}  // namespace

std::unique_ptr<PictureWriter> OpenRaw(const PictureSpec& spec) {
  return std::make_unique<RawWriter>(spec);
}

}  // namespace cobble
