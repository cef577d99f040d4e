// Runs oneTBB tasks on our own threads: oneTBB's workers start each other while work is running,
// and if one of them cannot start, the process terminates.
#include "render/parallel.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <exception>
#include <mutex>

#include "render/crew.h"

namespace cobble {

namespace tbb = oneapi::tbb;

int AvailableThreads() { return std::max(tbb::info::default_concurrency(), 1); }

// Submits `work` as one task per thread. The caller and a crew of threads wait for the task group;
// oneTBB makes waiting threads run its tasks.
void RunTogether(int threads, const std::function<void()>& work) {
  const tbb::global_control no_others(tbb::global_control::max_allowed_parallelism, 1);
  tbb::task_arena arena(threads, static_cast<unsigned>(threads));
  arena.initialize();  // early: if it failed on first use, the next use would hang
  tbb::task_group group;
  std::mutex mutex;
  std::exception_ptr failure;  // the first
  const auto guarded = [&](const auto& action) noexcept {
    try {
      action();
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
    guarded([&] {
      arena.execute([&] {
        for (int k = 0; k < threads; ++k) group.run(work);
      });
    });
    others.Open();
    wait();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace cobble
