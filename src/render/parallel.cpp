// Threads of our own, all started before the first item is made, so that one that cannot start ends
// a run that has not begun. (oneTBB starts its threads from one another, midway, and where one
// fails it ends the process.)
#include "render/parallel.h"

#include <sched.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "cobble/error.h"

namespace cobble {
namespace {

using Step = std::function<void(int slot, int64_t item)>;

// The items of a run, handed out in order. Item i has slot i % slots, which is free again once the
// item that had it before is finished. Whoever has made the item whose turn it is finishes it, and
// those behind it that are made.
class OrderedItems {
 public:
  OrderedItems(int64_t items, int slots, const Step& make, const Step& finish)
      : items_(items), slots_(slots), make_(make), finish_(finish), made_(slots) {}

  // All of them, by this thread and others. Throws what a step has thrown.
  void Run(int threads);

 private:
  using Lock = std::unique_lock<std::mutex>;

  void Start(int threads, std::vector<std::thread>* others);
  void Work();
  void FinishThoseMade(Lock* lock);
  void Call(const Step& step, int64_t item, Lock* lock);
  void Fail();

  int SlotOf(int64_t item) const { return static_cast<int>(item % slots_); }
  bool Ends() const { return failure_ != nullptr || next_ == items_; }

  const int64_t items_;
  const int slots_;
  const Step &make_, &finish_;

  std::mutex mutex_;  // of all below
  std::condition_variable room_;
  std::vector<char> made_;  // by slot: made, not finished
  int64_t next_ = 0;        // to be made
  int64_t turn_ = 0;        // to be finished
  bool is_finishing_ = false;
  std::exception_ptr failure_;  // the first
};

void OrderedItems::Run(int threads) {
  std::vector<std::thread> others;
  try {
    const Lock lock(mutex_);  // nobody begins unless all are there
    Start(threads - 1, &others);
  } catch (...) {
    Fail();
  }
  Work();
  for (std::thread& other : others) other.join();
  if (failure_) std::rethrow_exception(failure_);
}

void OrderedItems::Start(int threads, std::vector<std::thread>* others) try {
  others->reserve(static_cast<std::size_t>(threads));
  while (others->size() < others->capacity()) others->emplace_back(&OrderedItems::Work, this);
} catch (const std::system_error& error) {
  throw Error(ErrorKind::kLimit, "",
              "cannot start thread " + std::to_string(others->size() + 2) + " of " +
                  std::to_string(threads + 1) + ": " + error.code().message(),
              "--threads asks for fewer");
}

void OrderedItems::Work() {
  Lock lock(mutex_);
  for (;;) {
    room_.wait(lock, [this] { return Ends() || next_ < turn_ + slots_; });
    if (Ends()) return;
    const int64_t item = next_++;
    Call(make_, item, &lock);
    made_[static_cast<std::size_t>(SlotOf(item))] = 1;
    FinishThoseMade(&lock);
  }
}

void OrderedItems::FinishThoseMade(Lock* lock) {
  if (is_finishing_) return;  // whoever does comes to these, too
  is_finishing_ = true;
  for (;;) {
    char& is_made = made_[static_cast<std::size_t>(SlotOf(turn_))];
    if (failure_ || !is_made) break;
    Call(finish_, turn_, lock);
    is_made = 0;
    ++turn_;
    room_.notify_all();
  }
  is_finishing_ = false;
}

// Without the lock.
void OrderedItems::Call(const Step& step, int64_t item, Lock* lock) {
  lock->unlock();
  try {
    step(SlotOf(item), item);
  } catch (...) {
    Fail();
  }
  lock->lock();
}

void OrderedItems::Fail() {
  const Lock lock(mutex_);
  if (!failure_) failure_ = std::current_exception();
  room_.notify_all();
}

}  // namespace

int AvailableThreads() {
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) == 0) return std::max(CPU_COUNT(&set), 1);
  return std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);  // over 1024 of them
}

int SlotCount(int64_t items, int threads) {
  if (threads == 1) return 1;
  return static_cast<int>(std::min<int64_t>(items, int64_t{threads} + 2));
}

void InOrder(int64_t items, int threads, const std::function<void(int slot, int64_t item)>& make,
             const std::function<void(int slot, int64_t item)>& finish) {
  if (threads == 1 || items == 1) {
    for (int64_t item = 0; item < items; ++item) {
      make(0, item);
      finish(0, item);
    }
    return;
  }
  threads = static_cast<int>(std::min<int64_t>(threads, items));
  OrderedItems(items, SlotCount(items, threads), make, finish).Run(threads);
}

}  // namespace cobble
