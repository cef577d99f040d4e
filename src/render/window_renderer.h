// Renders windows of one size, such as a game's tiles, into the caller's memory, one after the
// other. What they need is allocated once.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cobble/program.h"
#include "core/maps.h"
#include "render/band_run.h"
#include "render/float_sink.h"
#include "render/render_bands.h"

namespace cobble {

class WindowRenderer {
 public:
  // In: window, not empty, of the size to render; its corner must have passed CheckWindow. threads:
  // at least 1. The program must compute what the maps need, and outlive the renderer.
  WindowRenderer(const Program& program, const HeightRange& range, std::span<const PictureMap> maps,
                 const Window& window, int threads);
  WindowRenderer(const WindowRenderer&) = delete;
  WindowRenderer& operator=(const WindowRenderer&) = delete;

  bool Fits(const Window& window, int threads) const {
    return window.width == width_ && window.height == height_ && threads == threads_;
  }

  // Renders the window at (x, y), which must have passed CheckWindow, each map into its rows.
  // Allocates nothing with one thread. Passes on what `progress` throws.
  void Render(int64_t x, int64_t y, std::span<const FloatRows> rows,
              const std::function<void(double)>& progress);

 private:
  const int64_t width_, height_;
  const int threads_;
  std::vector<FloatSink> sinks_;  // by map
  const std::vector<BandOutput> outputs_;
  BandRun run_;
};

}  // namespace cobble
