// Tests threads that cannot be started.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fault/invariant.h"
#include "support/posix/injection.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

constexpr char kNoThread[] = ": Resource temporarily unavailable; lower --threads N\n";
constexpr uint64_t kThreads = 4;

// More bands than threads, so that every thread has work.
const Job kJob{"threads",
               "render --noise value --size 64,2000 --threads 4 --seed {seed} -o a.png -o b.r8",
               {"a.png", "b.r8", "b.r8.json"}};

const Expected kFails{.statuses = {4}, .reason = kNoThread, .names_file = false};

// Becomes a user who may not start threads; root has no limit.
void BecomeUserWithoutThreads() {
  constexpr uid_t kNobody = 65534;
  ::chmod(".", 0777);
  for (const std::string& file : kJob.files) ::chmod(file.c_str(), 0666);
  if (::getuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) ::_exit(126);
  const rlimit no_threads{1, 1};
  ::setrlimit(RLIMIT_NPROC, &no_threads);
}

}  // namespace

TEST_CASE("cobble exits with 4 and writes nothing if a thread cannot be started") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  for (const bool has_old : {true, false}) {
    const Scene scene(kJob, has_old);
    for (uint64_t n = 1; n < kThreads; ++n) {
      for (const uint64_t last : {n, uint64_t{0}}) {
        const Faulty faulty("thread", n, last);
        RunAndCheck(scene, scene.command(), faulty.setup(), kFails, fmt::format("thread {}", n));
        CHECK(scene.IsUntouched());
      }
    }
    // Threads start twice: once to see whether they can, and by oneTBB.
    const Faulty faulty("thread", 2 * kThreads - 1, 0);
    RunAndCheck(scene, scene.command(), faulty.setup(), {.statuses = {0}}, "all threads");
  }
}

TEST_CASE("a run with one thread or one band starts no other thread") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  for (const std::string words : {"--size 64,2000 --threads 1", "--size 8 --threads 4"}) {
    const Folder folder;
    const Faulty faulty("thread", 1, 0);
    const Words command = Cobble("render --noise value -o a.png " + words);
    CHECK(RunProcess(command, faulty.setup()).status == 0);
    CHECK(faulty.Calls() == 0);
  }
}

TEST_CASE("reaching the process limit is reported") {
  const ProcessSetup limited{.before_run = &BecomeUserWithoutThreads};
  if (RunProcess(Cobble("--version"), limited).status != 0)
    return Skip("other users may not run the program under test");
  const Scene scene(kJob, true);
  RunAndCheck(scene, scene.command(), limited, kFails, "a process limit");
  CHECK(scene.IsUntouched());
}

}  // namespace cobble::test
