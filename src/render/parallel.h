// Runs items of work on several threads and finishes them in order. Only parallel_tbb.cpp uses
// oneTBB; builds without it (COBBLE_TBB=OFF) have parallel_threads.cpp instead.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

namespace cobble {

// Returns the number of threads of the caller's oneTBB arena; outside any, the number of CPUs that
// this process may use, given its affinity.
int AvailableThreads();

// In: threads, at most 0 for those available.
inline int ThreadsOf(int threads) { return threads > 0 ? threads : AvailableThreads(); }

// Returns the maximum number of items in flight. Each has its own slot, numbered from 0. There are
// two more slots than threads, so items that wait to be finished leave no thread idle.
inline int SlotCount(int64_t items, int threads) {
  if (threads == 1) return 1;
  return static_cast<int>(std::min<int64_t>(items, int64_t{threads} + 2));
}

// The steps of each item, run in this order, all with the item's slot.
struct ItemSteps {
  using Step = std::function<void(int slot, int64_t item)>;

  Step make;    // in parallel
  Step encode;  // in parallel, once all items up to this one are made; may be empty
  Step finish = [](int, int64_t) {};  // one item at a time, in order
};

// Runs all steps of items 0 to items - 1. Uses only the calling thread if `threads` or `items` is
// 1, otherwise at most `threads` threads of oneTBB, the caller included: in the caller's arena if
// that has as many, else in an arena of its own. While it waits, the caller runs no other tasks.
// Applies back-pressure: item k starts only after item k - SlotCount is finished. An exception in
// any step ends the run; it is rethrown once all running steps have returned. Throws Error kLimit
// if a thread cannot start (see OwnThreads); then no step has run.
void InOrder(int64_t items, int threads, const ItemSteps& steps);

// For programs that own their process, such as the command; the library makes none. While one
// exists, runs have as many threads as they want, even more than CPUs, and report threads that
// cannot start, where oneTBB itself would end the process.
class OwnThreads {
 public:
  OwnThreads();
  ~OwnThreads();
  OwnThreads(const OwnThreads&) = delete;
  OwnThreads& operator=(const OwnThreads&) = delete;
};

// Of the two implementations:

// InOrder for at least two items and two threads; at most one thread per item.
void RunInOrder(int64_t items, int threads, const ItemSteps& steps);

// Calls item(k) for k = 0 .. items - 1, at least two, on at least two threads, in any order. An
// exception of one ends the rest and is rethrown.
void RunInAnyOrder(int items, int threads, const std::function<void(int)>& item);

// Lets nested runs have that many threads in all, if the process is this program's own.
void ReserveThreads(int threads);

// Calls `work` on `threads` threads of its own in parallel, the caller included, and waits for all.
// `work` must not throw. Throws Error kLimit, without calling `work`, if a thread cannot start.
void RunTogether(int threads, const std::function<void()>& work);

}  // namespace cobble
