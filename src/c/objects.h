// The objects behind the handles of the C interface.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "c/guard.h"
#include "cobble/cobble_c.h"
#include "cobble/image.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "core/maps.h"
#include "render/band_run.h"
#include "render/render_bands.h"
#include "render/sample_sink.h"

namespace cobble::c {

// A program's idle renderers. Holds at most as many renderers as calls have run at the same time,
// in a list, whose nodes move to another one without memory. Thread-safe.
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

    static std::vector<SampleSink> SinksOf(std::span<const PictureMap> maps) {
      std::vector<SampleSink> sinks;
      for (const PictureMap& map : maps) sinks.emplace_back(map.channels, SampleRows{});
      return sinks;
    }
    static std::vector<BandOutput> OutputsOf(std::span<const PictureMap> maps,
                                             std::span<SampleSink> sinks) {
      std::vector<BandOutput> outputs;
      for (std::size_t k = 0; k < maps.size(); ++k) outputs.push_back({{maps[k]}, &sinks[k]});
      return outputs;
    }

    const int64_t width, height;
    const int threads;
    std::vector<SampleSink> sinks;  // by map
    const std::vector<BandOutput> outputs;
    BandRun run;
  };

  // Takes out a renderer for windows of that size. Else returns an empty list and frees another
  // one.
  std::list<Entry> Take(const Window& window, int threads) {
    std::list<Entry> taken, freed;  // freed outside the lock
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(idle_, [&](const Entry& entry) {
      return entry.width == window.width && entry.height == window.height &&
             entry.threads == threads;
    });
    if (found != idle_.end())
      taken.splice(taken.begin(), idle_, found);
    else if (!idle_.empty())
      freed.splice(freed.begin(), idle_, idle_.begin());
    return taken;
  }

  void Put(std::list<Entry> entry) {
    const std::lock_guard lock(mutex_);
    idle_.splice(idle_.begin(), entry);
  }

  void Clear() {
    std::list<Entry> freed;  // outside the lock
    const std::lock_guard lock(mutex_);
    freed.swap(idle_);
  }

 private:
  std::mutex mutex_;
  std::list<Entry> idle_;
};

}  // namespace cobble::c

// NOLINTBEGIN(readability-identifier-naming): the names of C

struct cobble_bytes {
  std::string bytes;
};

struct cobble_picture {
  std::shared_ptr<const cobble::SourceImage> image;  // shared by the recipes that show it
};

struct cobble_recipe {
  cobble::RecipeLayers layers;
};

struct cobble_program {
  // For points: a number or a colour.
  struct Map {
    std::string name;
    int channels;
  };

  explicit cobble_program(cobble::Program compiled) : program(std::move(compiled)) {}

  // Returns the range of heights. The first call finds it if the recipe says "fit".
  cobble::HeightRange Range(int threads, const std::function<void(double)>& progress) const;
  // Returns whether Range has it.
  bool HasRange() const;

  cobble::Program program;
  std::vector<Map> maps;
  std::vector<cobble::PictureMap> pictures;  // the same maps; empty in a program for points
  mutable cobble::c::RendererPool renderers;

 private:
  mutable std::mutex mutex_;  // for range_
  mutable std::optional<cobble::HeightRange> range_;
};

// NOLINTEND(readability-identifier-naming)

namespace cobble::c {

// Returns the recipe as pictures show it: without the tiling of a preset in a view in which it
// cannot tile, since a text does not say that a preset has set it (see Program::Compile).
Recipe RecipeOf(const cobble_recipe& recipe);

// Returns the argument `program`. Throws Error kUsage if it is null or was compiled for points.
const cobble_program& NeededForPictures(const cobble_program* program);

// Guards a call whose result is the text that make() returns.
template <typename Make>
cobble_status GuardText(cobble_bytes** place, std::string_view name, cobble_error** error,
                        const Make& make) noexcept {
  return GuardResult(place, name, error,
                     [&] { return std::make_unique<cobble_bytes>(cobble_bytes{make()}); });
}

}  // namespace cobble::c
