// Threads: oneTBB shares out the work among threads that are started here. Its own start one
// another, midway, and where one cannot start, the process ends.
#include "render/parallel.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

#include "render/crew.h"

namespace cobble {
namespace {

namespace tbb = oneapi::tbb;
using Step = std::function<void(int slot, int64_t item)>;

// The slots that no item holds.
class FreeSlots {
 public:
  explicit FreeSlots(int count) {
    for (int slot = count - 1; slot >= 0; --slot) free_.push_back(slot);
  }
  int Take() {
    const std::lock_guard lock(mutex_);
    const int slot = free_.back();
    free_.pop_back();
    return slot;
  }
  void Return(int slot) {
    const std::lock_guard lock(mutex_);
    free_.push_back(slot);
  }

 private:
  std::mutex mutex_;
  std::vector<int> free_;
};

void RunPipeline(int64_t items, int slots, const Step& make, const Step& finish) {
  using Held = std::pair<int, int64_t>;  // slot, item
  FreeSlots free(slots);
  int64_t next = 0;
  tbb::parallel_pipeline(
      static_cast<std::size_t>(slots),
      tbb::make_filter<void, Held>(tbb::filter_mode::serial_in_order,
                                   [&](tbb::flow_control& flow) -> Held {
                                     if (next < items) return {free.Take(), next++};
                                     flow.stop();
                                     return {};
                                   }),
      tbb::make_filter<Held, Held>(tbb::filter_mode::parallel,
                                   [&](Held held) {
                                     make(held.first, held.second);
                                     return held;
                                   }),
      tbb::make_filter<Held, void>(tbb::filter_mode::serial_in_order, [&](Held held) {
        finish(held.first, held.second);
        free.Return(held.first);
      }));
}

// The work as a task that any thread may begin, and the others wait for, which oneTBB has them do
// by taking part in the tasks that it makes.
void RunTogether(int threads, const std::function<void()>& work) {
  const tbb::global_control no_others(tbb::global_control::max_allowed_parallelism, 1);
  tbb::task_arena arena(threads, static_cast<unsigned>(threads));
  arena.initialize();  // where this fails on first use, the next use waits for ever
  tbb::task_group group;
  std::mutex mutex;
  std::exception_ptr failure;  // the first
  const auto guarded = [&](const auto& what) noexcept {
    try {
      what();
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  const std::function<void()> wait = [&] {
    guarded([&] { arena.execute([&] { group.wait(); }); });
  };
  {
    Crew others;
    others.Start(threads - 1, wait);
    guarded([&] { arena.execute([&] { group.run([&] { guarded(work); }); }); });
    others.Open();
    wait();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

int AvailableThreads() { return std::max(tbb::info::default_concurrency(), 1); }

void InOrderTogether(int64_t items, int threads, const Step& make, const Step& finish) {
  const int slots = SlotCount(items, threads);
  RunTogether(threads, [&] { RunPipeline(items, slots, make, finish); });
}

}  // namespace cobble
