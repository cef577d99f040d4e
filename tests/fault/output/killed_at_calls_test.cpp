// Kills the real process with strace at each system call that changes files. This shows the state
// of the disk when cobble can run no more code, which the other fault injectors
// (support/files/faulty_calls, preload) cannot show.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <csignal>
#include <string>

#include "fault/invariant.h"
#include "support/long_form.h"
#include "support/posix/injection.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

// The calls of platform/posix/calls.cpp, except those that leave the disk unchanged.
const Words kCalls{"openat",    "write",  "pwrite64", "fsync",     "fchown", "fchmod",
                   "fsetxattr", "linkat", "rename",   "renameat2", "link",   "unlink"};

const Expected kKilled{.statuses = {0}, .signals = {SIGKILL}, .leaves_temporaries = true};

// Kills one run at the first `call`, the next at the second, and so on, until a run finishes. Kills
// at the loader's openat come first and are harmless. Returns the number of killed runs.
int KillAtEach(const std::string& call, const Scene& scene) {
  for (int n = 1;; ++n) {
    scene.Reset();
    const Ended ended = RunProcess(WithSignalAt(call, n, "SIGKILL", scene.command()));
    const std::string problem = scene.Problem(ended, kKilled);
    CHECK_MESSAGE(problem.empty(), fmt::format("killed at {} {}: {}", call, n, problem));
    if (ended.signal != SIGKILL) return n - 1;
  }
}

void CheckJob(const Job& job, bool has_old) {
  CAPTURE(job.name);
  CAPTURE(has_old);
  const Scene scene(job, has_old);
  int killed = 0;  // while writing the output
  for (const std::string& call : kCalls)
    if (const int runs = KillAtEach(call, scene); call != "openat") killed += runs;
  CHECK(killed > 3);
}

}  // namespace

TEST_CASE("a run killed at any system call leaves the old file or the new one") {
  if (const std::string why = WhyNoStrace(); !why.empty()) return Skip(why);
  bool has_old = false;
  for (const Job& job : SmallJobs()) {
    has_old = !has_old;
    CheckJob(job, has_old);
    if (IsLongForm()) CheckJob(job, !has_old);
  }
}

}  // namespace cobble::test
