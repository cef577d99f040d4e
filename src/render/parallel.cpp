// Threads that run tasks of oneTBB. They are started here: its own start one another while work is
// under way, and where one cannot start, the process ends.
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

// `work` becomes as many tasks as there are threads. The caller and a crew wait for the tasks, and
// while they wait oneTBB has them run these.
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
