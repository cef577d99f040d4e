// Threads, by oneTBB.
#include "render/parallel.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace cobble {
namespace {

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

}  // namespace

int AvailableThreads() { return std::max(oneapi::tbb::info::default_concurrency(), 1); }

void InOrder(int64_t items, int threads, const std::function<void(int slot, int64_t item)>& make,
             const std::function<void(int slot, int64_t item)>& finish) {
  namespace tbb = oneapi::tbb;
  if (threads == 1 || items == 1) {
    for (int64_t item = 0; item < items; ++item) {
      make(0, item);
      finish(0, item);
    }
    return;
  }
  using Held = std::pair<int, int64_t>;  // slot, item
  threads = static_cast<int>(std::min<int64_t>(threads, items));
  const int slots = SlotCount(items, threads);
  FreeSlots free(slots);
  int64_t next = 0;
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  arena.execute([&] {
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
  });
}

}  // namespace cobble
