// The pictures of a run: opened together, rendered in one pass, and seen only when all are
// finished.
#ifndef COBBLE_JOBS_PICTURE_RUN_H_
#define COBBLE_JOBS_PICTURE_RUN_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cobble/program.h"
#include "cobble/render.h"
#include "jobs/plan.h"
#include "output/checksum.h"
#include "output/picture.h"
#include "render/render_bands.h"

namespace cobble {

// Removes what killed runs have left in the folders of these files, once a folder: some hold
// thousands of pictures.
void TidyFolders(const std::vector<std::string>& paths);

class PictureRun {
 public:
  // Opens the pictures of a plan that is admitted. Throws Error kIo, and kLimit where memory is
  // short, as Render does, too. Without Commit no file appears.
  PictureRun(const Program& program, const RunPlan& plan, const HeightRange& range);

  // Renders the plan's window into all pictures, by its threads, and finishes each: it is on the
  // disk, but not under its name yet. Of `options`, the statistics, the tiles and the progress.
  BandReport Render(const RenderOptions& options);

  // Makes the files appear.
  void Commit();

  // Of picture `index` of the plan, without its sidecar.
  uint64_t bytes_written(std::size_t index) const { return pictures_[index]->bytes_written(); }
  // As 16 hex digits, where the plan has one.
  std::string ChecksumText() const { return checksum_->Text(); }

 private:
  const Program& program_;
  const RunPlan& plan_;
  const HeightRange range_;
  std::vector<std::unique_ptr<PictureWriter>> pictures_;
  std::optional<ChecksumSink> checksum_;
  std::vector<BandOutput> bands_;
};

}  // namespace cobble

#endif  // COBBLE_JOBS_PICTURE_RUN_H_
