// Renders sprite sheets.
#include "jobs/series/sprite_run.h"

#include <algorithm>

#include "core/size.h"
#include "jobs/picture_run.h"
#include "render/sample_sink.h"

namespace cobble {
namespace {

// Throws Error kLimit on overflow.
int64_t Product(int64_t a, int64_t b) { return static_cast<int64_t>((Size(a) * Size(b)).bytes()); }

}  // namespace

Window SheetWindow(const Window& frame, int64_t columns, int64_t rows) {
  return {0, 0, Product(frame.width, columns), Product(frame.height, rows)};
}

SpriteRun::SpriteRun(const Program& program, const Job& job, const HeightRange& range)
    : job_(job), columns_(job.sprites->columns) {
  const Window sheet = SheetWindow(job.window, columns_, job.sprites->rows);
  for (const PictureOutput& picture : job.pictures) {
    PictureSpec spec = SpecOf(program, job, picture, range);
    spec.width = sheet.width;
    spec.height = sheet.height;
    spec.x = 0;
    spec.y = 0;
    spec.repeats = false;
    spec.metadata = {};
    spec.georeference.reset();
    const RowFormat format = pictures_.emplace_back(OpenPicture(spec))->row_format();
    buffers_.emplace_back(sheet.width, sheet.height,
                          static_cast<std::size_t>(format.channels * format.sample_bytes));
  }
}

BandReport SpriteRun::AddFrame(const Program& program, const HeightRange& range,
                               const RenderOptions& options) {
  const int64_t x = Product(job_.window.width, frames_ % columns_);
  const int64_t y = Product(job_.window.height, frames_ / columns_);
  ++frames_;
  std::vector<SampleSink> sinks;
  sinks.reserve(pictures_.size());
  std::vector<BandOutput> outputs;
  outputs.reserve(pictures_.size());
  for (std::size_t k = 0; k < pictures_.size(); ++k) {
    sinks.emplace_back(pictures_[k]->row_format(),
                       SampleRows{buffers_[k].At(x, y), buffers_[k].stride()});
    outputs.push_back({job_.pictures[k].maps, &sinks.back()});
  }
  RenderOptions frame_options = options;
  frame_options.window = job_.window;
  frame_options.threads = job_.threads;
  return RenderBands(program, range, frame_options, outputs);
}

void SpriteRun::Finish() {
  for (std::size_t k = 0; k < pictures_.size(); ++k) {
    WriteBuffer(buffers_[k], std::max(job_.threads, 1), pictures_[k].get());
    pictures_[k]->Finish();
  }
}

void SpriteRun::Commit() {
  for (const auto& picture : pictures_) picture->Commit();
}

}  // namespace cobble
