// Runs items through a pipeline of oneTBB.
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "render/parallel.h"

namespace cobble {
namespace {

namespace tbb = oneapi::tbb;

// The steps of a run as stages of a pipeline. The context is isolated, so the picture is complete
// even if a host cancels its tasks.
class Pipeline {
 public:
  Pipeline(int64_t items, int threads, const ItemSteps& steps)
      : items_(items), slots_(SlotCount(items, threads)), steps_(steps) {}

  void Run() {
    tbb::filter<int64_t, int64_t> stages = Parallel(steps_.make);
    if (steps_.encode) stages = stages & Gate() & Parallel(steps_.encode);
    tbb::parallel_pipeline(static_cast<std::size_t>(slots_), Start() & stages & Finish(), context_);
    if (error_) std::rethrow_exception(error_);
  }

 private:
  static constexpr auto kInOrder = tbb::filter_mode::serial_in_order;

  // Stages keep the first exception themselves: oneTBB allocates for that, and memory may be out.
  void RunStep(const ItemSteps::Step& step, int64_t item) noexcept {
    try {
      step(static_cast<int>(item % slots_), item);
    } catch (...) {
      if (context_.cancel_group_execution()) error_ = std::current_exception();
    }
  }

  // The pipeline has at most `slots_` items in flight, but it passes a finished item's place to the
  // next item by an atomic subtraction that need not see the finished item's writes (oneTBB 2021.8,
  // stage_task::execute_filter). finished_ shows them; the wait is at most for a store in progress.
  int64_t Next(tbb::flow_control& control) {
    if (next_ == items_) {
      control.stop();
      return next_;
    }
    while (finished_.load(std::memory_order_acquire) <= next_ - slots_) std::this_thread::yield();
    return next_++;
  }

  tbb::filter<void, int64_t> Start() {
    return tbb::make_filter<void, int64_t>(
        kInOrder, [this](tbb::flow_control& control) { return Next(control); });
  }
  tbb::filter<int64_t, int64_t> Parallel(const ItemSteps::Step& step) {
    return tbb::make_filter<int64_t, int64_t>(tbb::filter_mode::parallel,
                                              [this, &step](int64_t item) {
                                                RunStep(step, item);
                                                return item;
                                              });
  }
  tbb::filter<int64_t, int64_t> Gate() {
    return tbb::make_filter<int64_t, int64_t>(kInOrder, [](int64_t item) { return item; });
  }
  tbb::filter<int64_t, void> Finish() {
    return tbb::make_filter<int64_t, void>(kInOrder, [this](int64_t item) {
      RunStep(steps_.finish, item);
      finished_.store(item + 1, std::memory_order_release);
    });
  }

  const int64_t items_;
  const int slots_;
  const ItemSteps& steps_;
  tbb::task_group_context context_{tbb::task_group_context::isolated};
  int64_t next_ = 0;  // of Start alone
  std::atomic<int64_t> finished_ = 0;
  std::exception_ptr error_;  // of the first step that fails
};

// The state of OwnThreads.
struct Own {
  std::mutex mutex;
  int owners = 0;
  int threads = 1;  // have been started once
  std::optional<tbb::global_control> limit;
};
Own own;

}  // namespace

int AvailableThreads() { return std::max(tbb::this_task_arena::max_concurrency(), 1); }

// Tries to start the threads first.
void ReserveThreads(int threads) {
  const std::lock_guard lock(own.mutex);
  if (own.owners == 0 || threads <= own.threads) return;
  RunTogether(threads, [] {});
  own.limit.reset();  // the lowest limit of a process counts
  own.limit.emplace(tbb::global_control::max_allowed_parallelism,
                    static_cast<std::size_t>(threads));
  own.threads = threads;
}

namespace {

template <typename Run>
void RunInArena(int threads, const Run& run) {
  ReserveThreads(threads);
  if (threads == AvailableThreads()) return tbb::this_task_arena::isolate(run);
  // oneTBB prints a warning if an arena wants more than the process may have.
  const auto allowed = static_cast<int>(
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  tbb::task_arena(std::min(threads, allowed)).execute(run);
}

}  // namespace

void RunInOrder(int64_t items, int threads, const ItemSteps& steps) {
  Pipeline pipeline(items, threads, steps);
  RunInArena(threads, [&] { pipeline.Run(); });
}

void RunInAnyOrder(int items, int threads, const std::function<void(int)>& item) {
  RunInArena(threads, [&] {
    tbb::task_group_context context(tbb::task_group_context::isolated);
    tbb::parallel_for(0, items, item, tbb::simple_partitioner(), context);
  });
}

OwnThreads::OwnThreads() {
  const std::lock_guard lock(own.mutex);
  ++own.owners;
}

OwnThreads::~OwnThreads() {
  const std::lock_guard lock(own.mutex);
  if (--own.owners > 0) return;
  own.limit.reset();
  own.threads = 1;
}

}  // namespace cobble
