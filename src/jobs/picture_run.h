// The pictures of a run: opened together, rendered in one pass, and committed once all are
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

// Removes what killed runs have left in the folders of these files. Looks into each folder once,
// since some hold thousands of pictures.
void TidyFolders(const std::vector<std::string>& paths);

class PictureRun {
 public:
  // Opens the pictures of an admitted plan, which must outlive the run, as the program must. No
  // file appears before Commit. All functions throw Error kIo, and kLimit where memory is short.
  PictureRun(const Program& program, const RunPlan& plan, const HeightRange& range);

  // Renders the plan's window into all pictures with its threads, then finishes each: it is on the
  // disk, but does not have its name yet. Takes statistics, tile columns and progress from
  // `options`.
  BandReport Render(const RenderOptions& options);

  // Makes the files appear.
  void Commit();

  // The size of picture `index` of the plan, without its sidecar.
  uint64_t bytes_written(std::size_t index) const { return pictures_[index]->bytes_written(); }
  // 16 hex digits. The plan must ask for it.
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
