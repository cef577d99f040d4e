// What the implementations with and without oneTBB share.
#include "render/parallel.h"

#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "cobble/error.h"
#include "program/for_each.h"

namespace cobble {
namespace {

void RunSerially(int64_t items, const ItemSteps& steps) {
  for (int64_t item = 0; item < items; ++item) {
    steps.make(0, item);
    if (steps.encode) steps.encode(0, item);
    steps.finish(0, item);
  }
}

}  // namespace

void InOrder(int64_t items, int threads, const ItemSteps& steps) {
  if (threads == 1 || items <= 1) return RunSerially(items, steps);
  RunInOrder(items, static_cast<int>(std::min<int64_t>(threads, items)), steps);
}

void ForEachItem(int items, int threads, const std::function<void(int)>& item) {
  const int at_most = std::min(ThreadsOf(threads), items);
  if (at_most > 1) return RunInAnyOrder(items, at_most, item);
  for (int k = 0; k < items; ++k) item(k);
}

void RunTogether(int threads, const std::function<void()>& work) {
  const int count = threads - 1;
  // Locked until all have started or one could not. (Not a latch: without futexes, as on Windows,
  // latches of libstdc++ 12 lose wakeups.)
  std::mutex starting;
  bool all_started = false;
  std::vector<std::jthread> others;
  {
    const std::lock_guard lock(starting);
    try {
      others.reserve(static_cast<std::size_t>(count));
      while (std::ssize(others) < count)
        others.emplace_back([&] {
          std::unique_lock lock_of_this(starting);
          const bool is_complete = all_started;
          lock_of_this.unlock();
          if (is_complete) work();
        });
    } catch (const std::system_error& error) {
      throw Error(ErrorKind::kLimit, "",
                  "cannot start thread " + std::to_string(others.size() + 2) + " of " +
                      std::to_string(threads) + ": " + error.code().message(),
                  "lower " + Phrase::Option("threads"));
    }
    all_started = true;
  }
  work();
}

}  // namespace cobble
