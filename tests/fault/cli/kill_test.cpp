// Runs that are killed at random moments.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "fault/invariant.h"
#include "support/long_form.h"

namespace cobble::test {
namespace {

const Expected kKilled{.statuses = {0}, .signals = {SIGKILL}, .leaves_temporaries = true};

using Clock = std::chrono::steady_clock;

Clock::duration TimeOf(const Scene& scene) {
  const auto begin = Clock::now();
  RunProcess(scene.command());
  return Clock::now() - begin;
}

}  // namespace

TEST_CASE("a run that is killed leaves the old file or the whole new one") {
  const int runs = IsLongForm() ? 300 : 20;
  for (const bool has_old : {true, false}) {
    const Scene scene(LongJob(), has_old);
    const Clock::duration longest = TimeOf(scene);
    std::mt19937 random(has_old ? 1 : 2);
    int killed = 0;
    for (int run = 0; run < runs; ++run) {
      const double share = std::uniform_real_distribution<double>(0, 1.05)(random);
      scene.Reset();
      Process process(scene.command());
      std::this_thread::sleep_for(share * longest);
      process.Signal(SIGKILL);
      const Ended ended = process.Wait();
      killed += ended.signal == SIGKILL ? 1 : 0;
      const std::string fault = scene.Fault(ended, kKilled);
      CHECK_MESSAGE(fault.empty(), fmt::format("run {}, at {}: {}", run, share, fault));
    }
    CHECK(killed > 0);
  }
}

}  // namespace cobble::test
