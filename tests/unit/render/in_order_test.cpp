// InOrder: what it promises of order, slots and exceptions, whichever threads are behind it.
#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "render/parallel.h"

namespace cobble::test {
namespace {

// Items that take unequal time.
void Linger(int64_t item) {
  if (item % 3 == 0) std::this_thread::yield();
}

TEST_CASE("in order: every item is made, then finished in its turn, in a slot of its own") {
  for (const int threads : {1, 2, 3, 7})
    for (const int64_t items : {1, 2, 5, 400}) {
      CAPTURE(threads);
      CAPTURE(items);
      const int slots = SlotCount(items, threads);
      std::vector<std::atomic<int64_t>> held(static_cast<std::size_t>(slots));
      for (auto& slot : held) slot = -1;
      std::atomic<int> wrong{0};
      int64_t finished = 0;
      InOrder(
          items, threads,
          [&](int slot, int64_t item) {
            if (slot < 0 || slot >= slots || held[static_cast<std::size_t>(slot)] != -1) ++wrong;
            held[static_cast<std::size_t>(slot)] = item;
            Linger(item);
          },
          [&](int slot, int64_t item) {
            if (item != finished++ || held[static_cast<std::size_t>(slot)] != item) ++wrong;
            held[static_cast<std::size_t>(slot)] = -1;
          });
      CHECK(wrong == 0);
      CHECK(finished == items);
    }
}

TEST_CASE("in order: one thread, or one item, runs in the caller") {
  const auto caller = std::this_thread::get_id();
  for (const auto& [items, threads] : {std::pair<int64_t, int>{9, 1}, {1, 7}}) {
    int elsewhere = 0;
    const auto look = [&](int, int64_t) { elsewhere += std::this_thread::get_id() != caller; };
    InOrder(items, threads, look, look);
    CHECK(elsewhere == 0);
  }
}

// What InOrder throws where make, or finish, throws at item 20.
std::string ThrownBy(bool by_make, int threads, int64_t* finished) {
  std::atomic<int> inside{0};
  const auto fail_at = [](bool fails, int64_t item) {
    if (fails && item == 20) throw std::runtime_error("at 20");
  };
  try {
    InOrder(
        400, threads,
        [&](int, int64_t item) {
          ++inside;
          Linger(item);
          --inside;
          fail_at(by_make, item);
        },
        [&](int, int64_t item) {
          fail_at(!by_make, item);
          ++*finished;
        });
  } catch (const std::runtime_error& error) {
    CHECK(inside == 0);
    return error.what();
  }
  return "nothing";
}

TEST_CASE("in order: an exception ends the run and is thrown on") {
  for (const int threads : {1, 2, 7})
    for (const bool by_make : {true, false}) {
      CAPTURE(threads);
      CAPTURE(by_make);
      int64_t finished = 0;
      CHECK(ThrownBy(by_make, threads, &finished) == "at 20");
      CHECK(finished <= 20);  // none after it; those made before may be lost
      if (!by_make) CHECK(finished == 20);
    }
}

}  // namespace
}  // namespace cobble::test
