// A program's idle renderers.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "cobble/image.h"
#include "render/float_sink.h"
#include "render/window_renderer.h"

namespace cobble::c {

// Holds at most as many renderers as calls have run at the same time, in a linked list, so that
// putting one back needs no memory. Thread-safe.
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
  std::unique_ptr<Entry> Take(const Window& window, int threads) {
    std::unique_ptr<Entry> freed;  // outside the lock
    const std::lock_guard lock(mutex_);
    for (std::unique_ptr<Entry>* link = &first_; *link; link = &(*link)->next) {
      if (!(*link)->renderer.Fits(window, threads)) continue;
      std::unique_ptr<Entry> found = std::move(*link);
      *link = std::move(found->next);
      return found;
    }
    freed = std::move(first_);
    if (freed) first_ = std::move(freed->next);
    return nullptr;
  }

  void Put(std::unique_ptr<Entry> entry) {
    const std::lock_guard lock(mutex_);
    entry->next = std::move(first_);
    first_ = std::move(entry);
  }

  // One by one: destroying a long list from its head would recurse.
  void Clear() {
    std::unique_ptr<Entry> list;
    {
      const std::lock_guard lock(mutex_);
      list = std::move(first_);
    }
    while (list) list = std::move(list->next);
  }

 private:
  std::mutex mutex_;
  std::unique_ptr<Entry> first_;
};

}  // namespace cobble::c
