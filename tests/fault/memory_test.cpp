// Memory that is short at every place where it is asked for.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>

#include "fault/invariant.h"
#include "support/long_form.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

const Expected kShort{.statuses = {0, 4}, .reason = "not enough memory", .names_file = false};

constexpr rlim_t kMaxMemory = rlim_t{1} << 30, kMemoryStep = rlim_t{1} << 15;  // bytes

Surroundings Within(rlim_t maximum) {
  return {.before_run = [maximum] {
    const rlimit limit{maximum, maximum};
    ::setrlimit(RLIMIT_AS, &limit);
  }};
}

// From allocation to allocation, to `count`: every one in the long form, `shown` of them else.
uint64_t StepTo(uint64_t count, uint64_t shown) {
  return IsLongForm() ? 1 : std::max<uint64_t>(count / shown, 1);
}

uint64_t CountAllocations(const Words& command) {
  const Faulty faulty("memory", UINT64_MAX, 0);
  RunProcess(command, faulty.surroundings());
  return faulty.Calls();
}

enum Which { kOneAlone, kAllAfter, kAllAfterBare };  // bare: no reserve for exceptions either

void CheckEveryAllocation(const Job& job, bool has_old, Which which, uint64_t shown) {
  const Scene scene(job, has_old);
  const uint64_t count = CountAllocations(scene.command());
  REQUIRE(count > 0);
  for (uint64_t n = 1; n <= count; n += StepTo(count, shown)) {
    const Faulty faulty(which == kAllAfterBare ? "bare" : "memory", n, which == kOneAlone ? n : 0);
    RunAndCheck(scene, scene.command(), faulty.surroundings(), kShort,
                fmt::format("{}, allocation {} of {}{}", job.name, n, count,
                            which == kOneAlone ? "" : " and all after it"));
  }
}

// From that much memory on the program begins to run.
rlim_t MinToRun() {
  rlim_t minimum = 0, enough = kMaxMemory;
  while (enough - minimum > kMemoryStep) {
    const rlim_t half = (minimum + enough) / 2;
    (RunProcess(Cobble("--version"), Within(half)).status == 0 ? enough : minimum) = half;
  }
  return enough;
}

}  // namespace

TEST_CASE("an allocation that fails is status 4, and nothing is written") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  for (const Job& job : SmallJobs()) {
    CheckEveryAllocation(job, false, kOneAlone, 20);
    CheckEveryAllocation(job, true, kAllAfter, 20);
    CheckEveryAllocation(job, true, kAllAfterBare, 5);
  }
}

TEST_CASE("where memory is short nothing is printed by halves with status 0") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  for (const Job& job : PrintingJobs())
    for (const Which which : {kOneAlone, kAllAfter}) CheckEveryAllocation(job, false, which, 20);
}

TEST_CASE("memory that is limited is status 4, and nothing is written") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  const rlim_t minimum = MinToRun();
  REQUIRE(minimum < kMaxMemory);
  const Scene scene(LongJob(), true);
  int refused = 0;
  const rlim_t step = IsLongForm() ? kMemoryStep : 64 * kMemoryStep;
  for (rlim_t maximum = minimum;; maximum += step) {
    scene.Reset();
    const Ended ended = RunProcess(scene.command(), Within(maximum));
    const std::string fault = scene.Fault(ended, {.statuses = {0, 4}, .names_file = false});
    CHECK_MESSAGE(fault.empty(), fmt::format("{} bytes: {}", maximum, fault));
    if (ended.status == 0 || maximum > kMaxMemory) break;
    ++refused;
  }
  CHECK(refused > 0);
}

}  // namespace cobble::test
