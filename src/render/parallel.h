// The one door to threads: parallel.cpp, or parallel_threads.cpp where threads are watched.
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

// Calls make(slot, item) for the items 0 .. items - 1 in parallel, in any order, and
// finish(slot, item) one at a time in their order. An item keeps its slot from make to finish.
// One thread, or one item: no other thread is started. An exception of either ends the run, once
// what is under way has returned, and is thrown on.
void InOrder(int64_t items, int threads, const std::function<void(int slot, int64_t item)>& make,
             const std::function<void(int slot, int64_t item)>& finish);

// The part of InOrder that takes other threads: at least two, and no more than items. Each version
// of the door has its own.
void InOrderTogether(int64_t items, int threads,
                     const std::function<void(int slot, int64_t item)>& make,
                     const std::function<void(int slot, int64_t item)>& finish);

}  // namespace cobble

#endif  // COBBLE_RENDER_PARALLEL_H_
