// Kills runs at random times.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <random>
#include <thread>

#include "fault/invariant.h"
#include "support/long_form.h"

namespace cobble::test {
namespace {

const Expected kKilled{.statuses = {0}, .signals = {kKillSignal}, .leaves_temporaries = true};

using Clock = std::chrono::steady_clock;

Clock::duration TimeOf(const Scene& scene) {
  const auto begin = Clock::now();
  RunProcess(scene.command());
  return Clock::now() - begin;
}

}  // namespace

TEST_CASE("a killed run leaves the old file or the whole new one") {
  const int runs = IsLongForm() ? 300 : 20;
  for (const bool has_old : {true, false}) {
    const Scene scene(LongJob(), has_old);
    const Clock::duration full_duration = TimeOf(scene);
    std::mt19937 random(has_old ? 1 : 2);
    int killed = 0;
    for (int run = 0; run < runs; ++run) {
      const double fraction = std::uniform_real_distribution<double>(0, 1.05)(random);
      scene.Reset();
      Process process(scene.command());
      std::this_thread::sleep_for(fraction * full_duration);
      process.Signal(kKillSignal);
      const Ended ended = process.Wait();
      killed += ended.signal == kKillSignal ? 1 : 0;
      const std::string problem = scene.Problem(ended, kKilled);
      CHECK_MESSAGE(problem.empty(), fmt::format("run {}, at {}: {}", run, fraction, problem));
    }
    CHECK(killed > 0);
  }
}

}  // namespace cobble::test
