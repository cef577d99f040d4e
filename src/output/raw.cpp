// Writes raw files and their sidecars.
#include "output/writers.h"

#include <optional>

#include "cobble/error.h"
#include "core/maps.h"
#include "core/size.h"
#include "output/sidecar.h"
#include "output/sink/sink.h"
#include "platform/folder_lock.h"
#include "platform/signals.h"

namespace cobble {
namespace {

class RawWriter final : public PictureWriter {
 public:
  // Writes the sidecar's temporary file immediately, to report problems with its folder before any
  // rendering; like the picture, it gets its name in Commit. Devices and pipes have no sidecar. If
  // the picture is in memory, so is its sidecar.
  explicit RawWriter(const PictureSpec& spec)
      : PictureWriter(spec, RowFormatOf(spec),
                      spec.reverses_rows ? FileSink::kAnyOrder : FileSink::kInOrder) {
    if (spec.memory) spec.memory->sidecar = SidecarText(spec);
    if (sink().direct()) return;
    sidecar_.emplace(SidecarPath(spec.path), spec.files);
    sidecar_->Write(SidecarText(spec));
  }

  bool unchanged() const override {
    return sink().unchanged() && (!sidecar_ || sidecar_->unchanged());
  }

 private:
  void WriteBand(const Band& band, const Chunk&) override {
    if (!spec().reverses_rows)
      return band.ForBytes(
          row_bytes(), [&](const std::byte* data, std::size_t size) { sink().Write(data, size); });
    for (int64_t j = 0; j < band.rows; ++j) {
      const Size rows_below(spec().height - 1 - band.first_row - j);
      sink().WriteAt((rows_below * Size(row_bytes())).value(),
                     band.data + static_cast<std::size_t>(j) * band.stride, row_bytes());
    }
  }

  void WriteEnd() override {
    if (sidecar_) sidecar_->Finish();
  }

  // Hides the old sidecar, replaces the picture, then adds the new sidecar, so no sidecar is ever
  // next to a picture that it does not describe. The lock keeps two runs that commit the same raw
  // file at once from pairing one run's picture with the other's sidecar.
  void CommitFile() override {
    if (!sidecar_) return sink().Commit();
    const FolderLock lock(sidecar_->folder());
    if (lock.failed())
      throw Error(ErrorKind::kIo, spec().path,
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

  std::optional<FileSink> sidecar_;
};

}  // namespace

std::unique_ptr<PictureWriter> OpenRaw(const PictureSpec& spec) {
  return std::make_unique<RawWriter>(spec);
}

}  // namespace cobble
