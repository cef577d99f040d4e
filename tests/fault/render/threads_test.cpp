// Threads that cannot be started.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fault/invariant.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

constexpr char kNoThread[] = ": Resource temporarily unavailable; --threads asks for fewer\n";
constexpr uint64_t kThreads = 4;

// More bands than threads.
const Job kJob{"threads",
               "render --noise value --size 64,2000 --threads 4 --seed {seed} -o a.png -o b.r8",
               {"a.png", "b.r8", "b.r8.json"}};

const Expected kRefused{.statuses = {4}, .reason = kNoThread, .names_file = false};

// As another user, since limits do not bind root, who may start no thread.
void BecomeAloneAndBound() {
  constexpr uid_t kNobody = 65534;
  ::chmod(".", 0777);
  for (const std::string& file : kJob.files) ::chmod(file.c_str(), 0666);
  if (::getuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) ::_exit(126);
  const rlimit none{1, 1};
  ::setrlimit(RLIMIT_NPROC, &none);
}

}  // namespace

TEST_CASE("a thread that cannot be started is status 4, and nothing is written") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  for (const bool has_old : {true, false}) {
    const Scene scene(kJob, has_old);
    for (uint64_t n = 1; n < kThreads; ++n) {
      for (const uint64_t last : {n, uint64_t{0}}) {
        const Faulty faulty("thread", n, last);
        RunAndCheck(scene, scene.command(), faulty.surroundings(), kRefused,
                    fmt::format("thread {}", n));
        CHECK(scene.IsUntouched());
      }
    }
    const Faulty faulty("thread", kThreads, 0);
    RunAndCheck(scene, scene.command(), faulty.surroundings(), {.statuses = {0}}, "all threads");
  }
}

TEST_CASE("one thread, and one band, need no other thread") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  for (const std::string words : {"--size 64,2000 --threads 1", "--size 8 --threads 4"}) {
    const Folder folder;
    const Faulty faulty("thread", 1, 0);
    const Words command = Cobble("render --noise value -o a.png " + words);
    CHECK(RunProcess(command, faulty.surroundings()).status == 0);
    CHECK(faulty.Calls() == 0);
  }
}

TEST_CASE("a user who may start no thread is told so") {
  const Surroundings bound{.before_run = &BecomeAloneAndBound};
  if (RunProcess(Cobble("--version"), bound).status != 0)
    return Skip("no other user may run the program that is tested");
  const Scene scene(kJob, true);
  RunAndCheck(scene, scene.command(), bound, kRefused, "a limit of processes");
  CHECK(scene.IsUntouched());
}

}  // namespace cobble::test
