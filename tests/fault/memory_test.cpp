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

constexpr char kNoMemory[] = "not enough memory";

// From allocation to allocation, to `count`: every one in the long form, `shown` of them else.
uint64_t StepTo(uint64_t count, uint64_t shown) {
  return IsLongForm() ? 1 : std::max<uint64_t>(count / shown, 1);
}

uint64_t CountAllocations(const Words& command) {
  const Faulty faulty("memory", UINT64_MAX, 0);
  RunProcess(command, faulty.surroundings());
  return faulty.Calls();
}

void CheckEveryAllocation(const Job& job, bool has_old, bool only_one, uint64_t shown) {
  const Scene scene(job, has_old);
  const uint64_t count = CountAllocations(scene.command());
  REQUIRE(count > 0);
  for (uint64_t n = 1; n <= count; n += StepTo(count, shown)) {
    const Faulty faulty("memory", n, only_one ? n : 0);
    RunAndCheck(scene, scene.command(), faulty.surroundings(),
                {.statuses = {0, 4}, .reason = kNoMemory, .names_file = false},
                fmt::format("{}, allocation {} of {}, {}", job.name, n, count,
                            only_one ? "it alone" : "and all after it"));
  }
}

}  // namespace

TEST_CASE("an allocation that fails is status 4, and nothing is written") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  for (const Job& job : SmallJobs()) {
    CheckEveryAllocation(job, false, true, 20);
    CheckEveryAllocation(job, true, false, 20);
  }
}

TEST_CASE("where memory is short nothing is printed by halves with status 0") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  for (const Job& job : PrintingJobs())
    for (const bool only_one : {true, false}) CheckEveryAllocation(job, false, only_one, 20);
}

}  // namespace cobble::test
