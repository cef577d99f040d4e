// Runs that are asked to end: by whoever is at the terminal, by make, by the system's end.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "fault/invariant.h"
#include "support/long_form.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

using Clock = std::chrono::steady_clock;

struct Signal {
  const char* name;
  int number;
};
constexpr Signal kSignals[] = {{"SIGINT", SIGINT}, {"SIGTERM", SIGTERM}, {"SIGHUP", SIGHUP}};

Expected EndedBy(int signal) { return {.statuses = {0}, .signals = {signal}}; }

void CheckAtRandom(const Scene& scene, const Signal& signal, Clock::duration longest, int runs) {
  std::mt19937 random(static_cast<unsigned>(signal.number));
  for (int run = 0; run < runs; ++run) {
    const double share = std::uniform_real_distribution<double>(0, 1.05)(random);
    scene.Reset();
    Process process(scene.command());
    std::this_thread::sleep_for(share * longest);
    process.Signal(signal.number);
    const std::string fault = scene.Fault(process.Wait(), EndedBy(signal.number));
    CHECK_MESSAGE(fault.empty(),
                  fmt::format("{}, run {}, at {}: {}", signal.name, run, share, fault));
  }
}

}  // namespace

TEST_CASE("a run that a signal ends leaves no temporary, and dies by that signal") {
  for (const bool has_old : {true, false}) {
    const Scene scene(LongJob(), has_old);
    const auto begin = Clock::now();
    RunProcess(scene.command());
    const Clock::duration longest = Clock::now() - begin;
    for (const Signal& signal : kSignals)
      CheckAtRandom(scene, signal, longest, IsLongForm() ? 100 : 6);
  }
}

TEST_CASE("a signal during a write ends the run as at any other time") {
  if (const std::string why = WhyNoStrace(); !why.empty()) return Skip(why);
  const Scene scene(SmallJobs().back(), true);
  for (const Signal& signal : kSignals) {
    for (const std::string call : {"write", "rename", "close"}) {
      for (const int n : {1, 2, 3}) {
        const Words strace{"strace",
                           "-f",
                           "-qqq",
                           "-o",
                           "/dev/null",
                           "-e",
                           "trace=" + call,
                           "-e",
                           fmt::format("inject={}:signal={}:when={}", call, signal.name, n),
                           "--"};
        RunAndCheck(scene, strace + scene.command(), {}, EndedBy(signal.number),
                    fmt::format("{} at {} {}", signal.name, call, n));
      }
    }
  }
}

TEST_CASE("signals that are ignored stay ignored") {
  const Scene scene(LongJob(), false);
  const Surroundings ignoring{.before_run = [] {
    for (const Signal& signal : kSignals) std::signal(signal.number, SIG_IGN);
  }};
  Process process(scene.command(), ignoring);
  for (int i = 0; i < 10; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    for (const Signal& signal : kSignals) process.Signal(signal.number);
  }
  const std::string fault = scene.Fault(process.Wait(), {.statuses = {0}});
  CHECK_MESSAGE(fault.empty(), fault);
}

}  // namespace cobble::test
