// The pictures of a job: opened together, rendered in one pass, committed once all are complete.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cobble/program.h"
#include "cobble/render.h"
#include "jobs/job.h"
#include "output/picture.h"
#include "output/pixel_hash.h"
#include "output/terrain_codes.h"
#include "render/render_bands.h"

namespace cobble {

// Removes temporary files of killed processes from the folders of `paths`, scanning each folder
// once: some contain thousands of pictures.
void TidyFolders(const std::vector<std::string>& paths);

// Returns whether the window tiles: its sides are multiples of the picture's periods. A whole
// picture of vertices does not, since its last column repeats the first.
bool IsTileable(const Recipe& recipe, const Window& window);

// Returns how a picture of the job is written. In: height, the range of the height.
PictureSpec SpecOf(const Program& program, const Job& job, const PictureOutput& picture,
                   const HeightRange& height);

class PictureRun {
 public:
  // Opens the pictures of an admitted job. `program` and `job` must outlive this object. No file
  // appears before Commit. All functions throw Error kIo, or kLimit if out of memory.
  PictureRun(const Program& program, const Job& job, const HeightRange& range);

  // Renders the job's window into all pictures with the job's threads, then finishes their files,
  // which keep temporary names. Uses only statistics, tile_columns and progress of `options`.
  BandReport Render(const RenderOptions& options);

  // Renames the files to their final names.
  void Commit();

  // Returns the bytes of picture `index` of the job, without its sidecar.
  uint64_t bytes_written(std::size_t index) const { return pictures_[index]->bytes_written(); }
  // After Render: whether the rules leave its files as they are.
  bool unchanged(std::size_t index) const { return pictures_[index]->unchanged(); }
  // Returns 16 hex digits. Only if the job has_checksum.
  std::string ChecksumText() const { return checksum_->Text(); }

 private:
  const Program& program_;
  const Job& job_;
  const HeightRange range_;
  std::vector<std::unique_ptr<PictureWriter>> pictures_;
  std::vector<std::unique_ptr<BandSink>> encoders_;  // of pictures with an elevation
  std::vector<std::unique_ptr<BandSink>> bounds_;    // of pictures that are measured
  std::optional<ChecksumSink> checksum_;
  std::vector<BandOutput> bands_;
};

}  // namespace cobble
