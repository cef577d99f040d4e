// Tests SIGINT, SIGTERM and SIGHUP: sent at random times, sent during system calls, and ignored.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "fault/invariant.h"
#include "support/long_form.h"
#include "support/posix/injection.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

using Clock = std::chrono::steady_clock;

struct Signal {
  const char* name;
  int number;
};
constexpr Signal kSignals[] = {{"SIGINT", SIGINT}, {"SIGTERM", SIGTERM}, {"SIGHUP", SIGHUP}};

Expected SucceedsOrDiesBy(int signal) { return {.statuses = {0}, .signals = {signal}}; }

void CheckAtRandomTimes(const Scene& scene, const Signal& signal, Clock::duration full_duration,
                        int runs) {
  std::mt19937 random(static_cast<unsigned>(signal.number));
  for (int run = 0; run < runs; ++run) {
    const double fraction = std::uniform_real_distribution<double>(0, 1.05)(random);
    scene.Reset();
    Process process(scene.command());
    std::this_thread::sleep_for(fraction * full_duration);
    process.Signal(signal.number);
    const std::string problem = scene.Problem(process.Wait(), SucceedsOrDiesBy(signal.number));
    CHECK_MESSAGE(problem.empty(),
                  fmt::format("{}, run {}, at {}: {}", signal.name, run, fraction, problem));
  }
}

}  // namespace

TEST_CASE(
    "an interrupted run leaves no temporary file and is terminated by the signal it received") {
  for (const bool has_old : {true, false}) {
    const Scene scene(LongJob(), has_old);
    const auto begin = Clock::now();
    RunProcess(scene.command());
    const Clock::duration full_duration = Clock::now() - begin;
    for (const Signal& signal : kSignals)
      CheckAtRandomTimes(scene, signal, full_duration, IsLongForm() ? 100 : 6);
  }
}

TEST_CASE(
    "a signal that arrives during an output system call ends the run just as at any other time") {
  if (const std::string why = WhyNoStrace(); !why.empty()) return Skip(why);
  const Scene scene(SmallJobs().back(), true);
  for (const Signal& signal : kSignals) {
    for (const std::string call : {"write", "fsync", "rename"}) {
      for (const int n : {1, 2, 3}) {
        RunAndCheck(scene, WithSignalAt(call, n, signal.name, scene.command()), {},
                    SucceedsOrDiesBy(signal.number),
                    fmt::format("{} at {} {}", signal.name, call, n));
      }
    }
  }
}

TEST_CASE("ignored signals stay ignored") {
  const Scene scene(LongJob(), false);
  const ProcessSetup ignoring{.before_run = [] {
    for (const Signal& signal : kSignals) std::signal(signal.number, SIG_IGN);
  }};
  Process process(scene.command(), ignoring);
  for (int i = 0; i < 10; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    for (const Signal& signal : kSignals) process.Signal(signal.number);
  }
  const std::string problem = scene.Problem(process.Wait(), {.statuses = {0}});
  CHECK_MESSAGE(problem.empty(), problem);
}

}  // namespace cobble::test
