// Runs items of work on several threads and finishes them in order. parallel.cpp uses oneTBB;
// parallel_threads.cpp, for the ThreadSanitizer build, uses only std::thread.
#ifndef COBBLE_RENDER_PARALLEL_H_
#define COBBLE_RENDER_PARALLEL_H_

#include <algorithm>
#include <cstdint>
#include <functional>

namespace cobble {

// Returns the number of threads that this process may use, given its CPU affinity.
int AvailableThreads();

// Returns the maximum number of items in flight. Each has its own slot; slots are numbered from 0.
// There are two more slots than threads, so items that wait to be finished do not leave a thread
// idle.
inline int SlotCount(int64_t items, int threads) {
  if (threads == 1) return 1;
  return static_cast<int>(std::min<int64_t>(items, int64_t{threads} + 2));
}

// The steps of each item, run in this order, all with the item's slot.
struct ItemSteps {
  using Step = std::function<void(int slot, int64_t item)>;

  Step make;    // in parallel
  Step encode;  // in parallel, once all items up to this one are made; may be empty
  Step finish;  // one item at a time, in order
};

// Runs all steps of items 0 to items - 1. Starts no threads if `threads` or `items` is 1. Applies
// back-pressure: item k starts only after item k - SlotCount is finished. An exception in any step
// ends the run; it is rethrown once all running steps have returned. Throws Error kLimit if a
// thread cannot start; in that case no step has run.
void InOrder(int64_t items, int threads, const ItemSteps& steps);

// Calls `work` on `threads` threads in parallel (at least 2, including the caller) and returns when
// all calls have returned. `work` must not throw. All threads exist before the first call. Throws
// Error kLimit if a thread cannot start; in that case `work` is not called. If memory runs out,
// `work` may have run on fewer threads before the exception is thrown.
void RunTogether(int threads, const std::function<void()>& work);

}  // namespace cobble

#endif  // COBBLE_RENDER_PARALLEL_H_
