// Threads, by the standard library: what the build for ThreadSanitizer has instead of
// parallel.cpp. oneTBB's own fences look like races to it, and hiding those would hide ours.
#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "render/crew.h"
#include "render/parallel.h"

namespace cobble {
namespace {

using Step = std::function<void(int slot, int64_t item)>;

// The items of a run, of which [finished_, next_) are under way: at most as many as there are
// slots, so that an item's number modulo theirs is a slot that nobody else holds.
class Items {
 public:
  Items(int64_t count, int slots, const Step& make, const Step& finish)
      : count_(count), slots_(slots), make_(make), finish_(finish), made_(slots) {}

  // What every thread does until nothing is left, or an exception has ended the run.
  void Work() noexcept {
    std::unique_lock lock(mutex_);
    for (;;) {
      room_.wait(lock, [&] { return IsOver() || next_ < finished_ + slots_; });
      if (IsOver()) return;
      const int64_t item = next_++;
      Do(lock, make_, item);
      made_[static_cast<std::size_t>(SlotOf(item))] = true;
      FinishAll(lock);
    }
  }

  void Rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  bool IsOver() const { return error_ != nullptr || next_ == count_; }
  int SlotOf(int64_t item) const { return static_cast<int>(item % slots_); }

  // Calls `step` with the lock open.
  void Do(std::unique_lock<std::mutex>& lock, const Step& step, int64_t item) noexcept {
    lock.unlock();
    std::exception_ptr error;
    try {
      step(SlotOf(item), item);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    if (error && !error_) {
      error_ = error;
      room_.notify_all();
    }
  }

  // Finishes what is made and next in order, unless another thread is at it, which then goes on.
  void FinishAll(std::unique_lock<std::mutex>& lock) noexcept {
    if (finishing_) return;
    finishing_ = true;
    while (!error_ && finished_ < next_ && made_[static_cast<std::size_t>(SlotOf(finished_))]) {
      made_[static_cast<std::size_t>(SlotOf(finished_))] = false;
      Do(lock, finish_, finished_);
      ++finished_;
      room_.notify_all();
    }
    finishing_ = false;
  }

  const int64_t count_;
  const int slots_;
  const Step &make_, &finish_;
  std::mutex mutex_;
  std::condition_variable room_;
  int64_t next_ = 0, finished_ = 0;
  bool finishing_ = false;
  std::vector<char> made_;  // by slot: made and not yet being finished
  std::exception_ptr error_;
};

}  // namespace

int AvailableThreads() {
  return std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
}

void InOrderTogether(int64_t items, int threads, const Step& make, const Step& finish) {
  Items all(items, SlotCount(items, threads), make, finish);
  const std::function<void()> work = [&] { all.Work(); };
  {
    Crew others;
    others.Start(threads - 1, work);
    others.Open();
    work();
  }
  all.Rethrow();
}

}  // namespace cobble
