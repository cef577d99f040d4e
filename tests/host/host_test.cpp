// Tests cobble inside a program that uses oneTBB itself: in its tasks, in its arenas, under its
// thread limit. A separate program, because the other tests raise the limit.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <cobble/recipe_io.h>
#include <cobble/render.h>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

namespace cobble::test {
namespace {

namespace tbb = oneapi::tbb;

constexpr int kPictures = 12;

// Different pictures of several bands; every other one has a halo and so a second parallel step.
struct Picture {
  Program program;
  MapName map;

  explicit Picture(int number)
      : Picture(
            ReadRecipe(fmt::format(R"({{"cobble": 1, "size": [512, 700], "seed": {}, "range": "fit",
                                            "noise": {{"type": "perlin", "octaves": 2}}}})",
                                   number),
                       "host"),
            number % 2 == 0 ? Map::kHeight : Map::kCurvature) {}
  Picture(const Recipe& recipe, Map of)
      : program(Program::Compile(recipe, OptionsFor(recipe, {of}))), map(of) {}

  std::vector<float> Samples(int threads, std::function<void(double)> progress = {}) const {
    return RenderImage(program, map, {.threads = threads, .progress = std::move(progress)}).samples;
  }
};

std::size_t Limit() {
  return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
}

// Renders pictures on any thread, and compares them with those rendered on one thread.
class Gallery {
 public:
  Gallery() {
    for (int k = 0; k < kPictures; ++k) {
      pictures_.emplace_back(k);
      expected_.push_back(pictures_.back().Samples(1));
    }
  }

  // Renders picture k on 0 (the default), 2 or 7 threads.
  void Render(int k) {
    constexpr int kThreads[] = {0, 2, 7};
    const auto index = static_cast<std::size_t>(k);
    const std::size_t limit = Limit();
    const auto samples = pictures_[index].Samples(kThreads[k % 3], [&](double) {
      if (Limit() != limit) ++wrong_;
    });
    if (samples != expected_[index]) ++wrong_;
    ++rendered_;
  }

  int rendered() const { return rendered_; }
  int wrong() const { return wrong_; }
  const std::vector<Picture>& pictures() const { return pictures_; }
  const std::vector<std::vector<float>>& expected() const { return expected_; }

 private:
  std::vector<Picture> pictures_;
  std::vector<std::vector<float>> expected_;
  std::atomic<int> rendered_ = 0, wrong_ = 0;
};

void RenderInTasks(Gallery* gallery) {
  tbb::parallel_for(0, kPictures, [&](int k) { gallery->Render(k); });
}

void RenderInPipeline(Gallery* gallery) {
  int next = 0;
  tbb::parallel_pipeline(4, tbb::make_filter<void, int>(tbb::filter_mode::serial_in_order,
                                                        [&](tbb::flow_control& control) {
                                                          if (next == kPictures) control.stop();
                                                          return next++;
                                                        }) &
                                tbb::make_filter<int, void>(tbb::filter_mode::parallel,
                                                            [&](int k) { gallery->Render(k); }));
}

TEST_CASE("pictures rendered at once in a host's tasks have the same bits; its limit stays") {
  for (const int threads : {1, 2, 8}) {
    CAPTURE(threads);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(threads));
    Gallery gallery;
    RenderInTasks(&gallery);  // in the implicit arena
    tbb::task_arena arena(threads);
    arena.execute([&] { RenderInTasks(&gallery); });
    arena.execute([&] { RenderInPipeline(&gallery); });
    CHECK(gallery.rendered() == 3 * kPictures);
    CHECK(gallery.wrong() == 0);
    CHECK(Limit() == static_cast<std::size_t>(threads));
  }
}

// If a thread that waits for cobble's tasks took one of the host's, it would lock twice.
TEST_CASE("a host may hold a lock while it renders") {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 8);
  Gallery gallery;
  std::mutex mutex;
  tbb::task_arena(8).execute([&] {
    tbb::parallel_for(0, kPictures, [&](int k) {
      const std::lock_guard lock(mutex);
      gallery.Render(k);
    });
  });
  CHECK(gallery.rendered() == kPictures);
  CHECK(gallery.wrong() == 0);
}

TEST_CASE("a picture is complete even if the host cancels the task that renders it") {
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 8);
  const Gallery gallery;
  for (std::size_t k = 0; k < 2; ++k) {
    std::vector<float> samples;
    tbb::task_arena(4).execute([&] {
      tbb::task_group group;
      group.run_and_wait(
          [&] { samples = gallery.pictures()[k].Samples(4, [&](double) { group.cancel(); }); });
    });
    CHECK(samples == gallery.expected()[k]);
  }
}

TEST_CASE("an exception that ends a run reaches the host's task") {
  const Gallery gallery;
  const auto stop = [](double done) {
    if (done > 0.3) throw std::runtime_error("enough");
  };
  std::atomic<int> caught = 0;
  tbb::parallel_for(0, kPictures, [&](int k) {
    try {
      gallery.pictures()[static_cast<std::size_t>(k)].Samples(0, stop);
    } catch (const std::runtime_error&) {
      ++caught;
    }
  });
  CHECK(caught == kPictures);
}

}  // namespace
}  // namespace cobble::test
