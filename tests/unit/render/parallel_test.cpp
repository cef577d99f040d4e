// Tests InOrder: its guarantees about order, slots and exceptions, for any number of threads.
#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "render/parallel.h"

namespace cobble::test {
namespace {

// Makes items take unequal time.
void Linger(int64_t item) {
  if (item % 3 == 0) std::this_thread::yield();
}

// Observes items in the steps, and counts broken guarantees.
class Observer {
 public:
  Observer(int64_t items, int slots)
      : slots_(slots), held_(static_cast<std::size_t>(slots)), made_(items), encoded_(items) {
    for (auto& slot : held_) slot = -1;
  }

  ItemSteps Steps(bool encodes) {
    ItemSteps steps;
    steps.make = [this](int slot, int64_t item) { Make(slot, item); };
    if (encodes) steps.encode = [this](int slot, int64_t item) { Encode(slot, item); };
    steps.finish = [this, encodes](int slot, int64_t item) { Finish(slot, item, encodes); };
    return steps;
  }

  int wrong() const { return wrong_; }
  int64_t finished() const { return finished_; }

 private:
  std::atomic<int64_t>& Held(int slot) { return held_[static_cast<std::size_t>(slot)]; }
  void Expect(bool holds) { wrong_ += !holds; }

  void Make(int slot, int64_t item) {
    Expect(slot >= 0 && slot < slots_ && Held(slot) == -1);
    Expect(finished_ > item - slots_);  // not started before a slot is free
    Held(slot) = item;
    Linger(item);
    made_[static_cast<std::size_t>(item)] = true;
  }

  void Encode(int slot, int64_t item) {
    Expect(Held(slot) == item);
    for (int64_t k = 0; k <= item; ++k) Expect(made_[static_cast<std::size_t>(k)]);
    Linger(item + 1);
    encoded_[static_cast<std::size_t>(item)] = true;
  }

  void Finish(int slot, int64_t item, bool encodes) {
    Expect(!finishing_.exchange(true));
    Expect(item == finished_ && Held(slot) == item);
    Expect(made_[static_cast<std::size_t>(item)]);
    Expect(encoded_[static_cast<std::size_t>(item)] == encodes);
    Linger(item + 2);
    Held(slot) = -1;
    finishing_ = false;
    ++finished_;
  }

  const int slots_;
  std::vector<std::atomic<int64_t>> held_;  // the item in each slot, or -1
  std::vector<std::atomic<bool>> made_, encoded_;
  std::atomic<bool> finishing_{false};
  std::atomic<int64_t> finished_{0};
  std::atomic<int> wrong_{0};
};

TEST_CASE("every item goes through its steps in order, in its own slot") {
  for (const bool encodes : {false, true})
    for (const int threads : {1, 2, 3, 7})
      for (const int64_t items : {0, 1, 2, 5, 400}) {
        CAPTURE(encodes);
        CAPTURE(threads);
        CAPTURE(items);
        Observer observer(items, SlotCount(items, threads));
        InOrder(items, threads, observer.Steps(encodes));
        CHECK(observer.wrong() == 0);
        CHECK(observer.finished() == items);
      }
}

TEST_CASE("with one thread or one item, everything runs in the calling thread") {
  const auto caller = std::this_thread::get_id();
  for (const auto& [items, threads] : {std::pair<int64_t, int>{9, 1}, {1, 7}}) {
    int elsewhere = 0, calls = 0;
    const auto look = [&](int, int64_t) {
      elsewhere += std::this_thread::get_id() != caller;
      ++calls;
    };
    InOrder(items, threads, {.make = look, .encode = look, .finish = look});
    CHECK(elsewhere == 0);
    CHECK(calls == 3 * items);
  }
}

// The first two items in each step wait for each other, and would hang if they ran in turn.
TEST_CASE("items are made and encoded in parallel") {
  std::atomic<int> making{0}, encoding{0};
  const auto meet = [](std::atomic<int>& here) {
    ++here;
    while (here < 2) std::this_thread::yield();
  };
  InOrder(100, 2,
          {.make = [&](int, int64_t) { meet(making); },
           .encode = [&](int, int64_t) { meet(encoding); },
           .finish = [](int, int64_t) {}});
  CHECK(making == 100);
  CHECK(encoding == 100);
}

enum class Fails { kMake, kEncode, kFinish };

// Returns the message that InOrder throws if that step throws at item 20.
std::string ThrownBy(Fails fails, int threads, int64_t* finished) {
  std::atomic<int> inside{0};
  const auto step = [&](Fails which, int64_t item) {
    ++inside;
    Linger(item);
    --inside;
    if (which == fails && item == 20) throw std::runtime_error("at 20");
  };
  try {
    InOrder(400, threads,
            {.make = [&](int, int64_t item) { step(Fails::kMake, item); },
             .encode = [&](int, int64_t item) { step(Fails::kEncode, item); },
             .finish =
                 [&](int, int64_t item) {
                   step(Fails::kFinish, item);
                   ++*finished;
                 }});
  } catch (const std::runtime_error& error) {
    CHECK(inside == 0);
    return error.what();
  }
  return "nothing";
}

TEST_CASE("an exception ends the run and reaches the caller") {
  for (const int threads : {1, 2, 7})
    for (const Fails fails : {Fails::kMake, Fails::kEncode, Fails::kFinish}) {
      CAPTURE(threads);
      CAPTURE(static_cast<int>(fails));
      int64_t finished = 0;
      CHECK(ThrownBy(fails, threads, &finished) == "at 20");
      CHECK(finished <= 20);  // no later item is finished; some earlier items may be lost
      if (fails == Fails::kFinish) CHECK(finished == 20);
    }
}

}  // namespace
}  // namespace cobble::test
