// A program's idle renderers.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "cobble/image.h"
#include "render/float_sink.h"
#include "render/window_renderer.h"

namespace cobble::c {

// Holds at most as many renderers as calls have run at the same time. Thread-safe.
class RendererPool {
 public:
  struct Entry {
    Entry(const Program& program, const HeightRange& range, std::span<const PictureMap> maps,
          const Window& window, int threads)
        : renderer(program, range, maps, window, threads), rows(maps.size()) {}

    WindowRenderer renderer;
    std::vector<FloatRows> rows;  // of the next window, by map
    std::unique_ptr<Entry> next;
  };

  RendererPool() = default;
  RendererPool(const RendererPool&) = delete;
  RendererPool& operator=(const RendererPool&) = delete;
  ~RendererPool() { Clear(); }

  // Takes out a renderer for windows of that size. Else returns null and frees another one.
  std::unique_ptr<Entry> Take(const Window& window, int threads);
  void Put(std::unique_ptr<Entry> entry);
  void Clear();

 private:
  std::mutex mutex_;
  std::unique_ptr<Entry> first_;
};

}  // namespace cobble::c
