// That ThreadSanitizer sees what the threads of cobble do: a race that is sown is told.
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <iostream>
#include <string>
#include <thread>

#include "render/parallel.h"
#include "support/sanitizers.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

struct Told {
  int status = -1;
  std::string text;  // standard error
};

// Runs `action` as a process of its own.
Told InChild(const std::function<void()>& action) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  std::cout.flush();  // or the child prints it, too
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
  Told told;
  char block[4096];
  for (ssize_t n = 0; (n = ::read(ends[0], block, sizeof block)) > 0;)
    told.text.append(block, static_cast<std::size_t>(n));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  told.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return told;
}

// Adds the items up, in `finish` one at a time, or in `make`, where they race: two of them are
// under way at once, for the first waits for the second (by what orders nothing else).
void AddUp(bool racy) {
  int64_t sum = 0;
  const auto add = [&](int, int64_t item) { sum += item; };
  std::atomic<int> begun{0};
  const auto meet = [&](int slot, int64_t item) {
    if (racy) add(slot, item);
    begun.fetch_add(1, std::memory_order_relaxed);
    while (begun.load(std::memory_order_relaxed) < 2) std::this_thread::yield();
  };
  if (racy)
    InOrder(100, 4, {.make = meet, .encode = {}, .finish = [](int, int64_t) {}});
  else
    InOrder(100, 4, {.make = meet, .encode = {}, .finish = add});
}

TEST_CASE("a race that is sown among the threads is told, and nothing where there is none") {
  if (!kUnderTsan) return Skip("built without ThreadSanitizer (preset tsan)");
  const Told racy = InChild([] { AddUp(true); });
  CHECK(racy.text.find("WARNING: ThreadSanitizer: data race") != std::string::npos);
  CHECK(racy.status != 0);
  const Told sound = InChild([] { AddUp(false); });
  CHECK(sound.text == "");
  CHECK(sound.status == 0);
}

}  // namespace
}  // namespace cobble::test
