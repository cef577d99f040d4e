// Sprite sheets: the frames of an animation side by side in one picture.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cobble/program.h"
#include "jobs/job.h"
#include "output/picture.h"
#include "render/render_bands.h"
#include "views/pixel_buffer.h"

namespace cobble {

// Returns the window of a sheet of such frames. Throws Error kLimit if no picture can be as large.
Window SheetWindow(const Window& frame, int64_t columns, int64_t rows);

// The sheets of a job: one per picture, put together in memory and written at the end. They carry
// no recipe, since it would render only one frame.
class SpriteRun {
 public:
  // Opens the pictures of an admitted job, whose window is a frame's. `program` and `range` are the
  // first frame's. Throws like PictureRun.
  SpriteRun(const Program& program, const Job& job, const HeightRange& range);

  // Renders the next frame, row by row from the upper left. Only statistics and progress are used.
  BandReport AddFrame(const Program& program, const HeightRange& range,
                      const RenderOptions& options);
  // Writes the pictures; see PictureRun.
  void Finish();
  void Commit();
  uint64_t bytes_written(std::size_t index) const { return pictures_[index]->bytes_written(); }
  bool unchanged(std::size_t index) const { return pictures_[index]->unchanged(); }

 private:
  const Job& job_;
  const int64_t columns_;
  int64_t frames_ = 0;
  std::vector<std::unique_ptr<PictureWriter>> pictures_;
  std::vector<PixelBuffer> buffers_;
};

}  // namespace cobble
