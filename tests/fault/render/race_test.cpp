// Tests that ThreadSanitizer sees cobble's threads: it reports a deliberate race and nothing else.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "render/parallel.h"
#include "support/sanitizers.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

struct Report {
  int status = -1;
  std::string text;  // standard error
};

Report InChild(const std::function<void()>& action) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  std::cout.flush();  // otherwise the child prints the buffered text again
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::dup2(ends[1], STDERR_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
    action();
    ::_exit(0);
  }
  ::close(ends[1]);
  Report report;
  char block[4096];
  for (ssize_t n = 0; (n = ::read(ends[0], block, sizeof block)) > 0;)
    report.text.append(block, static_cast<std::size_t>(n));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  report.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return report;
}

// Passes the items through their slots and sums them in `finish`, which runs one at a time, or
// (racy) in `make`, where two calls always overlap because the first waits for the second. The
// relaxed counter orders nothing else.
void AddUp(bool racy) {
  constexpr int kItems = 1000, kThreads = 4;
  int64_t sum = 0;
  std::vector<int64_t> slots(static_cast<std::size_t>(SlotCount(kItems, kThreads)));
  const auto held = [&](int slot) -> int64_t& { return slots[static_cast<std::size_t>(slot)]; };
  std::atomic<int> begun{0};
  ItemSteps steps;
  steps.make = [&](int slot, int64_t item) {
    held(slot) = item;
    if (racy) sum += item;
    begun.fetch_add(1, std::memory_order_relaxed);
    while (begun.load(std::memory_order_relaxed) < 2) std::this_thread::yield();
  };
  steps.encode = [&](int slot, int64_t) { ++held(slot); };
  steps.finish = [&](int slot, int64_t) {
    if (!racy) sum += held(slot);
  };
  InOrder(kItems, kThreads, steps);
}

TEST_CASE("ThreadSanitizer reports a deliberate race between threads, and no other race") {
  if (!kUnderTsan) return Skip("built without ThreadSanitizer (preset tsan)");
  const Report racy = InChild([] { AddUp(true); });
  CHECK(racy.text.find("WARNING: ThreadSanitizer: data race") != std::string::npos);
  CHECK(racy.status != 0);
  const Report sound = InChild([] { AddUp(false); });
  CHECK(sound.text == "");
  CHECK(sound.status == 0);
}

}  // namespace
}  // namespace cobble::test
