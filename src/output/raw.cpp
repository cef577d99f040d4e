// Writes raw files and their sidecars.
#include "output/writers.h"

#include <optional>
#include <string>

#include "cobble/error.h"
#include "core/maps.h"
#include "core/size.h"
#include "output/held_band.h"
#include "output/row_format.h"
#include "output/sidecar.h"
#include "output/sink/sink.h"
#include "platform/folder_lock.h"
#include "platform/signals.h"

namespace cobble {
namespace {

class RawWriter final : public PictureWriter {
 public:
  explicit RawWriter(const PictureSpec& spec);

  std::unique_ptr<Chunk> NewChunk(int64_t) const override { return std::make_unique<HeldBand>(); }
  bool unchanged() const override {
    return sink().unchanged() && (!sidecar_ || sidecar_->unchanged());
  }

 private:
  void EncodeBand(const Band& band, PictureBand& encoded) const noexcept override {
    static_cast<HeldBand&>(encoded).band = band;
  }
  void WriteBand(const PictureBand& encoded) override;
  void WriteEnd() override {
    if (sidecar_) sidecar_->Finish();
  }
  void CommitFile() override;

  std::string path_;
  bool reverses_rows_;
  std::optional<FileSink> sidecar_;
};

// Writes the sidecar's temporary file immediately, to report problems with its folder before any
// rendering; like the picture, it gets its name in Commit. Devices and pipes have no sidecar. If
// the picture is in memory, so is its sidecar.
RawWriter::RawWriter(const PictureSpec& spec)
    : PictureWriter(spec, RowFormatOf(spec),
                    spec.reverses_rows ? FileSink::kAnyOrder : FileSink::kInOrder),
      path_(spec.path),
      reverses_rows_(spec.reverses_rows) {
  if (spec.memory) spec.memory->sidecar = SidecarText(spec);
  if (sink().direct()) return;
  sidecar_.emplace(SidecarPath(spec.path), spec.files);
  sidecar_->Write(SidecarText(spec));
}

void RawWriter::WriteBand(const PictureBand& encoded) {
  const auto& held = static_cast<const HeldBand&>(encoded);
  if (!reverses_rows_)
    return held.ForBytes(
        row_bytes(), [&](const std::byte* data, std::size_t size) { sink().Write(data, size); });
  for (int64_t j = 0; j < held.rows; ++j) {
    const Size rows_below(height() - 1 - rows_written() - j);
    sink().WriteAt((rows_below * Size(row_bytes())).value(),
                   held.band.data + static_cast<std::size_t>(j) * held.band.stride, row_bytes());
  }
}

// Hides the old sidecar, replaces the picture, then adds the new sidecar, so no sidecar is ever
// next to a picture that it does not describe. The lock keeps two runs that commit the same raw
// file at once from pairing one run's picture with the other's sidecar.
void RawWriter::CommitFile() {
  if (!sidecar_) return sink().Commit();
  const FolderLock lock(sidecar_->folder());
  if (lock.failed())
    throw Error(ErrorKind::kIo, path_,
                "cannot replace the file: another process keeps its folder locked");
  const SignalShield shield;
  sidecar_->HideOld();
  try {
    sink().Commit();
  } catch (...) {
    if (sink().replaces()) sidecar_->RestoreOld();
    throw;
  }
  sidecar_->Commit();
}

}  // namespace

std::unique_ptr<PictureWriter> OpenRaw(const PictureSpec& spec) {
  return std::make_unique<RawWriter>(spec);
}

}  // namespace cobble
