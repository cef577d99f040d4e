// Windows, threads and progress of calls that render.
#pragma once

#include <functional>

#include "cobble/cobble_c.h"
#include "cobble/image.h"
#include "cobble/program.h"
#include "cobble/render.h"

namespace cobble::c {

class RunOptions {
 public:
  // Throws Error kUsage for invalid options, which may be null.
  RunOptions(const cobble_render_options* options, const Program& program);
  RunOptions(const RunOptions&) = delete;
  RunOptions& operator=(const RunOptions&) = delete;

  const Window& window() const { return window_; }     // not empty
  int threads() const { return threads_; }             // 1 to AvailableThreads()
  double max_cost() const { return given_.max_cost; }  // 0: none given
  RenderOptions ForRender() const {
    return {.window = window_, .threads = threads_, .progress = progress_};
  }
  // Empty without a function. Refers to this object.
  const std::function<void(double)>& progress() const { return progress_; }

 private:
  // Throws Stopped if the caller's function says so, Error kUsage if it throws.
  void Report(double fraction) const;

  const cobble_render_options given_;
  Window window_;
  int threads_ = 1;
  std::function<void(double)> progress_;
};

}  // namespace cobble::c
