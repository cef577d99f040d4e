// Disks that are full, files that may not grow, readers that leave.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include "fault/invariant.h"
#include "output/formats.h"
#include "support/harness.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

// A disk of 256 KiB stands in for the folder, whose files it begins with, while "$@" runs; for a
// test's own folder, since all that is in it goes.
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

// Of which the disk holds one, not two.
std::vector<Job> JobsOfHalfADisk() {
  const std::string render = "render --noise perlin --frequency 40 --seed {seed} ";
  return {{"png", render + "--size 330 -o a.png", {"a.png"}},
          {"exr", render + "--size 240 -o a.exr", {"a.exr"}},
          {"r16", render + "--size 290 -o a.r16", {"a.r16", "a.r16.json"}},
          {"bmp", render + "--size 240 -o a.bmp", {"a.bmp"}},
          {"pfm", render + "--size 210 -o a.pfm", {"a.pfm"}},
          {"several",
           render + "--size 150 -o a.png -o b.r8 -o c.exr --report a.json",
           {"a.png", "b.r8", "b.r8.json", "c.exr", "a.json"}}};
}

}  // namespace

TEST_CASE("a disk that is full is status 5, and keeps the old files") {
  if (!CanMountSmallDisk()) return Skip("no disk may be mounted in a namespace of our own");
  const Expected full{.statuses = {5}, .reason = ": No space left on device\n"};
  for (const Job& job : JobsOfHalfADisk()) {
    const Scene scene(job, true);
    RunAndCheck(scene, OnSmallDisk(scene.command()), {}, full, job.name + " over an old one");
  }
}

TEST_CASE("a disk that has room for the picture alone is enough where none stood") {
  if (!CanMountSmallDisk()) return Skip("no disk may be mounted in a namespace of our own");
  for (const Job& job : JobsOfHalfADisk()) {
    const Scene scene(job, false);
    RunAndCheck(scene, OnSmallDisk(scene.command()), {}, {.statuses = {0}}, job.name);
  }
}

TEST_CASE("a file that may not grow is status 5, and no part of it stays") {
  for (const Job& job : SmallJobs()) {
    const Scene scene(job, true);
    int refused = 0;
    for (const rlim_t maximum : {600, 1500, 4000, 9000, 20000}) {
      const Surroundings bound{.before_run = [maximum] {
        const rlimit limit{maximum, maximum};
        ::setrlimit(RLIMIT_FSIZE, &limit);
      }};
      scene.Reset();
      const Ended ended = RunProcess(scene.command(), bound);
      refused += ended.status == 5 ? 1 : 0;
      const std::string fault =
          scene.Fault(ended, {.statuses = {0, 5}, .reason = ": File too large\n"});
      CHECK_MESSAGE(fault.empty(), fmt::format("{}, {} bytes: {}", job.name, maximum, fault));
    }
    CHECK_MESSAGE(refused > 0, job.name);
  }
}

TEST_CASE("a device that is full is status 5 for pictures of every format") {
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

TEST_CASE("whatever is printed to a device that is full is status 5") {
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

TEST_CASE("a checksum that standard error does not take is status 5") {
  const Folder folder;
  for (const std::string flags : {"", "--dry-run "})
    CHECK(RunShell("cobble render --noise value --size 8 --checksum -o - --format r8 " + flags +
                   ">a 2>/dev/full")
              .status == 5);
}

TEST_CASE("a reader that leaves is status 5, not a signal") {
  const Folder folder;
  WriteFile("good.json", kGoodRecipe);
  for (const std::string line : {"yes 1,2 | cobble sample good.json --points -",
                                 "cobble render good.json --size 2000 -o - --format r16",
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
