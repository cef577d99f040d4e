// Tests the list of hidden names.
#include "platform/signals.h"

#include <doctest/doctest.h>

#include <deque>
#include <string>
#include <thread>
#include <vector>

#include "unit/output/files.h"

namespace cobble {
namespace {

// Pictures rendered side by side have a temporary file each.
TEST_CASE("threads add and remove names at the same time") {
  const TemporaryFolder folder;
  const auto churn = [&](int thread) {
    std::deque<HiddenName> names;
    for (int k = 0; k < 20000; ++k) {
      const SignalShield shield;
      names.emplace_back(folder / std::to_string(thread));
      if (names.size() > 5) names.pop_front();
    }
    const SignalShield shield;
    names.clear();
  };
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) threads.emplace_back(churn, thread);
  for (std::thread& thread : threads) thread.join();

  // All names are gone, so nothing is removed.
  for (int thread = 0; thread < 4; ++thread)
    WriteFile(folder / std::to_string(thread), std::string("kept"));
  RemoveHiddenNames();
  CHECK(folder.Names() == std::vector<std::string>{"0", "1", "2", "3"});

  const SignalShield shield;
  const HiddenName one(folder / "1"), three(folder / "3");
  RemoveHiddenNames();
  CHECK(folder.Names() == std::vector<std::string>{"0", "2"});
}

}  // namespace
}  // namespace cobble
