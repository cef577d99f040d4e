// The scheduler: decides which thread runs which step of which item, and when.
#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <vector>

#include "render/parallel.h"

namespace cobble {
namespace {

// The items of a run. All counters only increase. They divide the items, in order, into:
//
//            finished_              encoding_  made_                     next_
//   finished     | encoding or encoded | made | being made, or made         | not started
//
// At most `slots` items are in flight (from finished_ to next_ - 1), so no two of them share a slot
// (`item % slots`). A thread waits only while other threads are running steps, and each of those
// can go on to run every later step. Therefore the run cannot deadlock, whatever the number of
// threads.
//
// Without an `encode` step, an item is ready as soon as it is made; made_ and encoding_ stay 0.
class Items {
 public:
  Items(int64_t count, int slots, const ItemSteps& steps)
      : count_(count),
        slots_(slots),
        steps_(steps),
        encodes_(steps.encode != nullptr),
        states_(static_cast<std::size_t>(slots), State::kStarted) {}

  // Run by every thread, until no item is left to start or an exception ends the run. Whichever
  // thread marks the next item as ready also finishes it, so the other threads can return earlier.
  void Work() noexcept {
    std::unique_lock lock(mutex_);
    for (;;) {
      change_.wait(lock, [&] { return IsOver() || CanEncode() || CanMake(); });
      if (IsOver()) return;
      if (CanEncode()) {
        Encode(lock);
      } else {
        Make(lock);
      }
    }
  }

  void Rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  enum class State : char { kStarted, kMade, kReady };  // kReady: can be finished once it is next

  bool IsOver() const { return error_ || (encodes_ ? encoding_ : next_) == count_; }
  bool CanEncode() const { return encoding_ < made_; }
  bool CanMake() const { return next_ < count_ && next_ < finished_ + slots_; }

  int SlotOf(int64_t item) const { return static_cast<int>(item % slots_); }
  State& StateOf(int64_t item) { return states_[static_cast<std::size_t>(SlotOf(item))]; }

  void Make(std::unique_lock<std::mutex>& lock) noexcept {
    const int64_t item = next_++;
    StateOf(item) = State::kStarted;
    RunStep(lock, steps_.make, item);
    if (!encodes_) return MarkReady(lock, item);
    StateOf(item) = State::kMade;
    while (made_ < next_ && StateOf(made_) == State::kMade) ++made_;
    if (CanEncode()) change_.notify_all();
  }

  void Encode(std::unique_lock<std::mutex>& lock) noexcept {
    const int64_t item = encoding_++;
    RunStep(lock, steps_.encode, item);
    MarkReady(lock, item);
  }

  // Marks the item as ready, then finishes all ready items that are next in order. If another
  // thread is already finishing items, that thread also finishes this item.
  void MarkReady(std::unique_lock<std::mutex>& lock, int64_t item) noexcept {
    StateOf(item) = State::kReady;
    if (finishing_) return;
    finishing_ = true;
    while (!error_ && finished_ < next_ && StateOf(finished_) == State::kReady) {
      RunStep(lock, steps_.finish, finished_);
      ++finished_;
      change_.notify_all();
    }
    finishing_ = false;
  }

  // Calls `step` with the mutex unlocked; keeps the first exception.
  void RunStep(std::unique_lock<std::mutex>& lock, const ItemSteps::Step& step,
               int64_t item) noexcept {
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
      change_.notify_all();
    }
  }

  const int64_t count_;
  const int slots_;
  const ItemSteps& steps_;
  const bool encodes_;
  std::mutex mutex_;
  std::condition_variable change_;
  int64_t next_ = 0, made_ = 0, encoding_ = 0, finished_ = 0;
  bool finishing_ = false;
  std::vector<State> states_;  // by slot
  std::exception_ptr error_;   // the first
};

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
  threads = static_cast<int>(std::min<int64_t>(threads, items));
  Items all(items, SlotCount(items, threads), steps);
  RunTogether(threads, [&] { all.Work(); });
  all.Rethrow();
}

}  // namespace cobble
