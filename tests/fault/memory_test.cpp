// Tests running out of memory, at every allocation and under every limit of the address space.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>

#include "fault/invariant.h"
#include "support/long_form.h"
#include "support/posix/injection.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

const Expected kShort{.statuses = {0, 4}, .reason = "not enough memory", .names_file = false};

constexpr rlim_t kMaxMemory = rlim_t{1} << 30, kMemoryStep = rlim_t{1} << 15;  // bytes

ProcessSetup Within(rlim_t maximum) {
  return {.before_run = [maximum] {
    const rlimit limit{maximum, maximum};
    ::setrlimit(RLIMIT_AS, &limit);
  }};
}

// Returns the step between failing allocations, about `failure_count`; 1 in the long form.
uint64_t FailureStep(uint64_t count, uint64_t failure_count) {
  return IsLongForm() ? 1 : std::max<uint64_t>(count / failure_count, 1);
}

uint64_t CountAllocations(const Words& command) {
  const Faulty faulty("memory", UINT64_MAX, 0);
  RunProcess(command, faulty.setup());
  return faulty.Calls();
}

// Which allocations fail. Bare: exceptions have no emergency pool either.
enum Which { kOneAlone, kAllAfter, kAllAfterBare };

void CheckEveryAllocation(const Job& job, bool has_old, Which which, uint64_t failure_count) {
  const Scene scene(job, has_old);
  const uint64_t count = CountAllocations(scene.command());
  REQUIRE(count > 0);
  for (uint64_t n = 1; n <= count; n += FailureStep(count, failure_count)) {
    const Faulty faulty(which == kAllAfterBare ? "bare" : "memory", n, which == kOneAlone ? n : 0);
    RunAndCheck(scene, scene.command(), faulty.setup(), kShort,
                fmt::format("{}, allocation {} of {}{}", job.name, n, count,
                            which == kOneAlone ? "" : " and all after it"));
  }
}

// Returns the minimum memory that starts the program, to within kMemoryStep.
rlim_t MinToRun() {
  rlim_t minimum = 0, enough = kMaxMemory;
  while (enough - minimum > kMemoryStep) {
    const rlim_t half = (minimum + enough) / 2;
    (RunProcess(Cobble("--version"), Within(half)).status == 0 ? enough : minimum) = half;
  }
  return enough;
}

}  // namespace

TEST_CASE("cobble exits with 4 and writes nothing if an allocation fails") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  for (const Job& job : SmallJobs()) {
    CheckEveryAllocation(job, false, kOneAlone, 20);
    CheckEveryAllocation(job, true, kAllAfter, 20);
    CheckEveryAllocation(job, true, kAllAfterBare, 5);
  }
}

TEST_CASE("status 0 means complete output, even when memory is short") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  for (const Job& job : PrintingJobs())
    for (const Which which : {kOneAlone, kAllAfter}) CheckEveryAllocation(job, false, which, 20);
}

// An object made of many parts, like a topic, must be destroyed correctly wherever one part fails.
TEST_CASE("explain survives the failure of one allocation among many") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  const auto job = std::ranges::find(PrintingJobs(), "explain", &Job::name);
  CheckEveryAllocation(*job, false, kOneAlone, 5000);
}

TEST_CASE("cobble exits with 4 and writes nothing if it reaches a memory limit") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  const rlim_t minimum = MinToRun();
  REQUIRE(minimum < kMaxMemory);
  const Scene scene(LongJob(), true);
  int failure_runs = 0;
  const rlim_t step = IsLongForm() ? kMemoryStep : 64 * kMemoryStep;
  for (rlim_t maximum = minimum;; maximum += step) {
    scene.Reset();
    const Ended ended = RunProcess(scene.command(), Within(maximum));
    const std::string problem = scene.Problem(ended, {.statuses = {0, 4}, .names_file = false});
    CHECK_MESSAGE(problem.empty(), fmt::format("{} bytes: {}", maximum, problem));
    if (ended.status == 0 || maximum > kMaxMemory) break;
    ++failure_runs;
  }
  CHECK(failure_runs > 0);
}

}  // namespace cobble::test
