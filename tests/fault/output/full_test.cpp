// Tests full disks and devices, file size limits, and readers that close their pipe.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "fault/invariant.h"
#include "output/formats.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

// Copies the folder to a disk of 256 KiB, runs "$@" there and copies the result back. Deletes the
// folder's files, so it rejects folders that do not belong to a test.
constexpr char kOnSmallDisk[] = R"(
  case $PWD in */cobble-cli-*) ;; *) exit 98 ;; esac
  disk=$(mktemp -d) && mount -t tmpfs -o size=256k none "$disk" || exit 99
  cp -p ./* "$disk" 2>/dev/null
  (cd "$disk" && "$@")
  status=$?
  rm -f ./*
  cp -p "$disk"/.[!.]* "$disk"/* . 2>/dev/null
  umount "$disk" && rmdir "$disk"
  exit $status)";

Words OnSmallDisk(const Words& command) {
  return Words{"unshare", "-Urm", "sh", "-c", kOnSmallDisk, "sh"} + command;
}

bool CanMountSmallDisk() {
  const Folder folder;
  return RunProcess(OnSmallDisk({"true"})).status == 0;
}

// The small disk has room for one copy of each job's files, but not for two.
std::vector<Job> JobsForSmallDisk() {
  const std::string render = "render --noise perlin --frequency 40 --seed {seed} ";
  return {{"png", render + "--size 330 -o a.png", {"a.png"}},
          {"exr", render + "--size 240 -o a.exr", {"a.exr"}},
          {"tiff", render + "--size 330 -o a.tif", {"a.tif"}},
          {"r16", render + "--size 290 -o a.r16", {"a.r16", "a.r16.json"}},
          {"bmp", render + "--size 240 -o a.bmp", {"a.bmp"}},
          {"pfm", render + "--size 210 -o a.pfm", {"a.pfm"}},
          {"several",
           render + "--size 150 -o a.png -o b.r8 -o c.exr --report a.json",
           {"a.png", "b.r8", "b.r8.json", "c.exr", "a.json"}}};
}

}  // namespace

TEST_CASE("cobble exits with 5 and keeps the old files if the disk is full") {
  if (!CanMountSmallDisk()) return Skip("no disk may be mounted in a namespace of our own");
  const Expected full{.statuses = {5}, .reason = ": No space left on device\n"};
  for (const Job& job : JobsForSmallDisk()) {
    const Scene scene(job, true);
    RunAndCheck(scene, OnSmallDisk(scene.command()), {}, full, job.name + " over an old one");
  }
}

TEST_CASE("a new file needs no more disk space than its own size") {
  if (!CanMountSmallDisk()) return Skip("no disk may be mounted in a namespace of our own");
  for (const Job& job : JobsForSmallDisk()) {
    const Scene scene(job, false);
    RunAndCheck(scene, OnSmallDisk(scene.command()), {}, {.statuses = {0}}, job.name);
  }
}

TEST_CASE("cobble exits with 5 and leaves no partial file at a file size limit") {
  for (const Job& job : SmallJobs()) {
    const Scene scene(job, true);
    int failed_runs = 0;
    for (const rlim_t maximum : {600, 1500, 4000, 9000, 20000}) {
      const ProcessSetup limited{.before_run = [maximum] {
        const rlimit limit{maximum, maximum};
        ::setrlimit(RLIMIT_FSIZE, &limit);
      }};
      scene.Reset();
      const Ended ended = RunProcess(scene.command(), limited);
      failed_runs += ended.status == 5 ? 1 : 0;
      const std::string problem =
          scene.Problem(ended, {.statuses = {0, 5}, .reason = ": File too large\n"});
      CHECK_MESSAGE(problem.empty(), fmt::format("{}, {} bytes: {}", job.name, maximum, problem));
    }
    CHECK_MESSAGE(failed_runs > 0, job.name);
  }
}

TEST_CASE("cobble exits with 5 if it writes a picture of any format to a full device") {
  const Folder folder;
  for (const Format& format : Formats()) {
    const std::string render =
        fmt::format("render --noise value --size 40 --format {} -o ", format.name);
    for (const std::string where : {"/dev/full", "- >/dev/full", "/dev/stdout >/dev/full"}) {
      CAPTURE(format.name);
      CAPTURE(where);
      const Outcome outcome = RunShell("cobble " + render + where);
      CHECK(outcome.status == 5);
      CHECK(outcome.err.starts_with("cobble: " + where.substr(0, where.find(' '))));
      CHECK(outcome.err.ends_with(": No space left on device\n"));
    }
  }
  CHECK(folder.Names().empty());
}

TEST_CASE("cobble exits with 5 if it prints to a full device") {
  const Folder folder;
  WriteFile("good.json", kGoodRecipe);
  REQUIRE(RunShell("cobble render good.json -o a.png").status == 0);
  for (const std::string line :
       {"cobble --help", "cobble", "cobble --version", "cobble render --help",
        "cobble render --version", "cobble list fields", "cobble list noises --json",
        "cobble schema", "cobble show good.json", "cobble show good.json --bounds",
        "cobble explain domain", "cobble explain domain --json", "cobble info a.png",
        "cobble render good.json -o b.png --dry-run --checksum",
        "cobble render good.json -o b.r8 --report -",
        "echo 1,2 | cobble sample good.json --points -"}) {
    CAPTURE(line);
    const Outcome outcome = RunShell("{ " + line + "; } >/dev/full");
    CHECK(outcome.status == 5);
    CHECK(outcome.err.starts_with("cobble: "));
    CHECK(outcome.err.ends_with(": No space left on device\n"));
    CHECK(outcome.err.find('\n') == outcome.err.size() - 1);
  }
}

TEST_CASE("cobble exits with 5 if the checksum cannot be written to standard error") {
  const Folder folder;
  for (const std::string flags : {"", "--dry-run "})
    CHECK(RunShell("cobble render --noise value --size 8 --checksum -o - --format r8 " + flags +
                   ">a 2>/dev/full")
              .status == 5);
}

TEST_CASE("a reader of text that closes its pipe ends the program without a message") {
  const Folder folder;
  WriteFile("good.json", kGoodRecipe);
  RunShell("{ yes 1,2 | cobble sample good.json --points -; echo $? >status; } 2>errors | true");
  CHECK(ReadAll("status") == "141\n");
  CHECK(ReadAll("errors") == "");
  for (const std::string line : {"list fields", "list fields --json"}) {
    CAPTURE(line);
    const Ended ended = RunProcess(Cobble(line), {.before_run = [] {
                                     int ends[2];
                                     if (::pipe(ends) != 0) ::_exit(126);
                                     ::close(ends[0]);
                                     ::dup2(ends[1], STDOUT_FILENO);
                                   }});
    CHECK((ended.signal == SIGPIPE || ended.status == 128 + SIGPIPE));
    CHECK(ended.err == "");
  }
}

TEST_CASE("a reader of a picture that closes its pipe causes status 5, not a signal") {
  const Folder folder;
  WriteFile("good.json", kGoodRecipe);
  for (const std::string line : {"cobble render good.json --size 2000 -o - --format r16",
                                 "cobble render good.json --size 2000 -o /dev/stdout --format exr",
                                 "cobble render good.json --size 2000 -o - --format png",
                                 "cobble render good.json --size 2000 -o - --format bmp"}) {
    CAPTURE(line);
    RunShell("{ " + line + "; echo $? >status; } 2>errors | head -c 10 >bytes");
    CHECK(ReadAll("status") == "5\n");
    CHECK(ReadAll("errors").ends_with(": Broken pipe\n"));
  }
}

}  // namespace cobble::test
