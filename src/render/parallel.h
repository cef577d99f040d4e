// Items of work, shared out among threads. Where the threads come from is all that differs between
// parallel.cpp and parallel_threads.cpp, which the build for ThreadSanitizer has instead.
#ifndef COBBLE_RENDER_PARALLEL_H_
#define COBBLE_RENDER_PARALLEL_H_

#include <algorithm>
#include <cstdint>
#include <functional>

namespace cobble {

// Threads that this process may use (its affinity counts).
int AvailableThreads();

// How many items are under way at once, at most; each has a slot of its own, numbered from 0.
inline int SlotCount(int64_t items, int threads) {
  if (threads == 1) return 1;
  return static_cast<int>(std::min<int64_t>(items, int64_t{threads} + 2));
}

// What is done with each item, in this order and always in the same slot.
struct ItemSteps {
  using Step = std::function<void(int slot, int64_t item)>;

  Step make;    // in parallel
  Step encode;  // in parallel, once all items up to this one are made; may be empty
  Step finish;  // one item at a time, in their order
};

// Takes the items 0 .. items - 1 through all steps. One thread, or one item: no other thread is
// started. An item is taken up only after the item SlotCount before it is finished. An exception
// of any step ends the run, once what is under way has returned, and is thrown on. Throws Error
// kLimit where a thread cannot start; then nothing is done.
void InOrder(int64_t items, int threads, const ItemSteps& steps);

// Calls `work` on `threads` threads at once, at least two, the caller among them, and returns when
// all have returned. `work` throws nothing. All threads exist before the first begins. Throws Error
// kLimit where one cannot start; then none begins. Where memory is short `work` may have run on
// fewer threads before the exception.
void RunTogether(int threads, const std::function<void()>& work);

}  // namespace cobble

#endif  // COBBLE_RENDER_PARALLEL_H_
