// A program's idle renderers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "cobble/image.h"
#include "cobble/program.h"
#include "core/maps.h"
#include "render/band_run.h"
#include "render/float_sink.h"
#include "render/render_bands.h"

namespace cobble::c {

// Holds at most as many renderers as calls have run at the same time, in a linked list, so that
// putting one back needs no memory. Thread-safe.
class RendererPool {
 public:
  // Renders windows of one size, such as a game's tiles, each map into the rows of its sink. What
  // it needs is allocated once: with one thread, `run` allocates nothing.
  struct Entry {
    // In: window, not empty, whose corner must have passed CheckWindow; threads, at least 1. The
    // program must compute what the maps need, and outlive the entry.
    Entry(const Program& program, const HeightRange& range, std::span<const PictureMap> maps,
          const Window& window, int of_threads)
        : width(window.width),
          height(window.height),
          threads(of_threads),
          sinks(SinksOf(maps)),
          outputs(OutputsOf(maps, sinks)),
          run(program, range, {.window = window, .threads = threads}, outputs) {}

    static std::vector<FloatSink> SinksOf(std::span<const PictureMap> maps) {
      std::vector<FloatSink> sinks;
      for (const PictureMap& map : maps) sinks.emplace_back(map.channels, FloatRows{});
      return sinks;
    }
    static std::vector<BandOutput> OutputsOf(std::span<const PictureMap> maps,
                                             std::span<FloatSink> sinks) {
      std::vector<BandOutput> outputs;
      for (std::size_t k = 0; k < maps.size(); ++k) outputs.push_back({{maps[k]}, &sinks[k]});
      return outputs;
    }

    const int64_t width, height;
    const int threads;
    std::vector<FloatSink> sinks;  // by map
    const std::vector<BandOutput> outputs;
    BandRun run;
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
      const Entry& entry = **link;
      if (entry.width != window.width || entry.height != window.height || entry.threads != threads)
        continue;
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
