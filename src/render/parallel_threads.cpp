// Runs items on std::threads, for builds without oneTBB. Each thread takes an item through all its
// steps and waits where another item must come first.
#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>

#include "platform/environment.h"
#include "render/parallel.h"

namespace cobble {
namespace {

// The items of a run. A thread waits only for items before its own, and the first item in flight
// for none, so the run cannot deadlock. As many items are in flight as threads, fewer than slots.
class Items {
 public:
  Items(int64_t count, int threads, const ItemSteps& steps)
      : count_(count), slots_(SlotCount(count, threads)), steps_(steps) {}

  // Run by every thread.
  void Work() noexcept {
    std::unique_lock lock(mutex_);
    while (next_ < count_ && !error_) {
      const int64_t item = next_++;
      RunStep(lock, steps_.make, item);
      if (!WaitUntil(lock, made_, item)) return;
      Advance(&made_);
      if (steps_.encode) RunStep(lock, steps_.encode, item);
      if (!WaitUntil(lock, finished_, item)) return;
      RunStep(lock, steps_.finish, item);
      Advance(&finished_);
    }
  }

  void Rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  // Returns false if the run has failed.
  bool WaitUntil(std::unique_lock<std::mutex>& lock, const int64_t& counter, int64_t item) {
    change_.wait(lock, [&] { return error_ || counter == item; });
    return !error_;
  }

  void Advance(int64_t* counter) {
    ++*counter;
    change_.notify_all();
  }

  // Calls `step` with the mutex unlocked; keeps the first exception.
  void RunStep(std::unique_lock<std::mutex>& lock, const ItemSteps::Step& step,
               int64_t item) noexcept {
    lock.unlock();
    std::exception_ptr error;
    try {
      step(static_cast<int>(item % slots_), item);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    if (error && !error_) error_ = error;
    if (error) change_.notify_all();
  }

  const int64_t count_;
  const int slots_;
  const ItemSteps& steps_;
  std::mutex mutex_;
  std::condition_variable change_;
  int64_t next_ = 0, made_ = 0, finished_ = 0;
  std::exception_ptr error_;  // the first
};

}  // namespace

int AvailableThreads() { return AvailableProcessors(); }

void ReserveThreads(int) {}  // each run starts its own

void RunInOrder(int64_t items, int threads, const ItemSteps& steps) {
  Items all(items, threads, steps);
  RunTogether(threads, [&] { all.Work(); });
  all.Rethrow();
}

void RunInAnyOrder(int items, int threads, const std::function<void(int)>& item) {
  std::atomic<int> next = 0;
  std::mutex mutex;
  std::exception_ptr error;  // the first
  RunTogether(threads, [&] {
    try {
      for (int k = next++; k < items; k = next++) item(k);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
      next = items;
    }
  });
  if (error) std::rethrow_exception(error);
}

OwnThreads::OwnThreads() = default;
OwnThreads::~OwnThreads() = default;

}  // namespace cobble
