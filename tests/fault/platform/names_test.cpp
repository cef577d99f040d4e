// Tests the clean-up of unfinished files: a signal removes those with names, and a later run
// removes those that a killed run left behind.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "output/sink/sink.h"
#include "platform/signals.h"
#include "platform/temporary.h"
#include "support/files/faulty_calls.h"
#include "support/harness.h"

namespace cobble::test {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

FaultyCalls::Verdict FailUnnamed(std::string_view name, int) {
  return {.error = name == "OpenUnnamed" ? EOPNOTSUPP : 0};
}

// Returns the wait status of a child process that runs `what`.
int StatusOf(const std::function<void()>& what) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    for (const int number : {SIGHUP, SIGINT, SIGTERM}) std::signal(number, SIG_DFL);
    CatchSignals();
    stop_signal::Hold();
    stop_signal::Release();
    what();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

bool DiedBySignal(int status, int number) {
  return WIFSIGNALED(status) && WTERMSIG(status) == number;
}

TEST_CASE("a signal removes every unfinished file with a name and then kills the process") {
  for (const int number : {SIGHUP, SIGINT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2}) {
    const Folder folder;
    const int status = StatusOf([&] {
      const FaultyCalls calls(&FailUnnamed);
      FileSink one("one", {}), two("two", {});
      one.Write("1");
      if (folder.Names().size() != 2) ::_exit(1);
      {
        FileSink three("three", {});
        three.Commit();
      }
      two.Finish();
      ::raise(number);
    });
    CHECK(DiedBySignal(status, number));
    CHECK(folder.Names() == Names{"three"});
  }
}

TEST_CASE("a signal removes a finished file that has not yet been renamed into place") {
  const Folder folder;
  const int status = StatusOf([&] {
    FileSink sink("one", {});
    sink.Finish();
    if (folder.Names().size() != 1) ::_exit(1);
    ::raise(SIGTERM);
  });
  CHECK(DiedBySignal(status, SIGTERM));
  CHECK(folder.Names().empty());
}

TEST_CASE("a shield delays signals") {
  const Folder folder;
  const int status = StatusOf([&] {
    const SignalShield outer;
    {
      const SignalShield inner;
      ::raise(SIGINT);
    }
    WriteFile("went on", "");
  });
  CHECK(DiedBySignal(status, SIGINT));
  CHECK(folder.Names() == Names{"went on"});
}

TEST_CASE("an ignored signal stays ignored") {
  const int status = StatusOf([] {
    std::signal(SIGHUP, SIG_IGN);
    CatchSignals();
    ::raise(SIGHUP);
  });
  CHECK(WIFEXITED(status));
}

const std::string kHidden = HiddenPrefix() + "89abcdef01234567";

void WriteOld(const std::string& name, std::chrono::minutes age) {
  WriteFile(name, "left");
  fs::last_write_time(name, fs::file_time_type::clock::now() - age);
}

TEST_CASE("files left by killed runs are removed after an hour, and nothing else is") {
  const Folder folder;
  const std::string recent = HiddenPrefix() + "89abcdef01234568";
  const std::string held = HiddenPrefix() + "89abcdef01234569";
  const std::string folders = HiddenPrefix() + "89abcdef0123456a";
  const Names others{".cobble-old-0123456789abcdef",
                     ".cobble-",
                     ".cobble-notes",
                     ".cobble-0123456789abcdef0123456",
                     ".cobble-0123456789abcdef0123456x",
                     "cobble-0123456789abcdef01234567"};
  WriteOld(kHidden, std::chrono::minutes(61));
  WriteOld(recent, std::chrono::minutes(59));
  WriteOld(held, std::chrono::minutes(500));
  for (const std::string& name : others) WriteOld(name, std::chrono::minutes(500));
  fs::create_directory(folders);
  fs::last_write_time(folders, fs::file_time_type::clock::now() - std::chrono::hours(9));
  const int fd = ::open(held.c_str(), O_RDONLY);
  REQUIRE(::flock(fd, LOCK_EX) == 0);

  const std::string run = "render --noise value --size 8 -o a.png";
  REQUIRE(RunCobble(SplitWords(run + " --dry-run")).status == 0);
  CHECK(fs::exists(kHidden));
  REQUIRE(RunCobble(SplitWords(run)).status == 0);
  CHECK_FALSE(fs::exists(kHidden));
  for (const std::string& name : {recent, held, folders}) CHECK(fs::exists(name));
  for (const std::string& name : others) CHECK(fs::exists(name));

  ::close(fd);
  REQUIRE(RunCobble(SplitWords(run)).status == 0);
  CHECK_FALSE(fs::exists(held));
}

TEST_CASE("files of another machine, whose locks may be invisible, are removed after a week") {
  const Folder folder;
  const std::string theirs = ".cobble-0123456789abcdef01234567";
  REQUIRE_FALSE(theirs.starts_with(HiddenPrefix()));
  WriteOld(theirs, std::chrono::hours(24 * 7 - 1));
  const std::string run = "render --noise value --size 8 -o a.png";
  REQUIRE(RunCobble(SplitWords(run)).status == 0);
  CHECK(fs::exists(theirs));
  WriteOld(theirs, std::chrono::hours(24 * 7 + 1));
  REQUIRE(RunCobble(SplitWords(run)).status == 0);
  CHECK_FALSE(fs::exists(theirs));
}

TEST_CASE("leftovers are also removed from the report's folder") {
  const Folder folder;
  fs::create_directory("reports");
  WriteOld("reports/" + kHidden, std::chrono::minutes(61));
  const std::string run = "render --noise value --size 8 -o a.png";
  REQUIRE(RunCobble(SplitWords(run)).status == 0);
  CHECK(fs::exists("reports/" + kHidden));
  REQUIRE(RunCobble(SplitWords(run + " --report reports/a.json")).status == 0);
  CHECK_FALSE(fs::exists("reports/" + kHidden));
}

TEST_CASE("leftovers are removed beside the target of a link, but not beside a device") {
  const Folder folder;
  fs::create_directory("elsewhere");
  fs::create_symlink("elsewhere/real.png", "link.png");
  WriteOld(kHidden, std::chrono::minutes(61));
  WriteOld("elsewhere/" + kHidden, std::chrono::minutes(61));
  REQUIRE(RunCobble(SplitWords("render --noise value --size 8 -o link.png")).status == 0);
  CHECK_FALSE(fs::exists("elsewhere/" + kHidden));
  REQUIRE(RunCobble(SplitWords("render --noise value --size 8 --format r8 -o /dev/null")).status ==
          0);
  CHECK(fs::exists(kHidden));
}

TEST_CASE("the old sidecar of a killed run stays until its picture is rendered again") {
  const Folder folder;
  const std::string run = "render --noise value --size 8 -o ";
  REQUIRE(RunCobble(SplitWords(run + "a.r8")).status == 0);
  StatusOf([] {
    FileSink sidecar("a.r8.json", {});
    sidecar.HideOld();
    ::_exit(0);
  });
  const Names left = folder.Names();
  REQUIRE(left.size() == 2);
  CHECK(left[0].starts_with(".cobble-old-"));
  fs::last_write_time(left[0], fs::file_time_type::clock::now() - std::chrono::hours(9));
  REQUIRE(RunCobble(SplitWords(run + "b.png")).status == 0);
  CHECK(fs::exists(left[0]));
  REQUIRE(RunCobble(SplitWords(run + "a.r8")).status == 0);
  CHECK(folder.Names() == Names{"a.r8", "a.r8.json", "b.png"});
}

TEST_CASE(
    "concurrent runs that write the same raw picture leave one picture with its matching sidecar") {
  const Folder folder;
  for (int round = 0; round < 30; ++round) {
    CHECK(
        RunShell("for n in 16 32 48 64; do cobble render --noise value --size $n -o x.r8 --no-sync"
                 " & done; wait")
            .status == 0);
    const std::string sidecar = ReadAll("x.r8.json");
    const auto side = static_cast<std::size_t>(std::sqrt(fs::file_size("x.r8")));
    CHECK(sidecar.find("\"width\": " + std::to_string(side) + ",") != std::string::npos);
    CHECK(folder.Names() == Names{"x.r8", "x.r8.json"});
  }
}

// Runs cobble as if two hours later, before `sink`'s file has been renamed into place.
void CheckIsKept(const Folder& folder, FileSink& sink, const std::string& path) {
  const std::string hidden = folder.Names().at(0);
  fs::last_write_time(hidden, fs::file_time_type::clock::now() - std::chrono::hours(2));
  REQUIRE(RunCobble(SplitWords("render --noise value --size 8 -o a.png")).status == 0);
  CHECK(fs::exists(hidden));
  sink.Commit();
  CHECK(ReadAll(path) == "1");
}

TEST_CASE(
    "a run does not remove the files of another run that is still in progress, however long it "
    "takes") {
  const Folder folder;
  const FaultyCalls calls(&FailUnnamed);
  FileSink slow("slow.bin", {});
  slow.Write("1");
  CheckIsKept(folder, slow, "slow.bin");
}

// The lock outlives the file's descriptor, since another output of the run may wait for a pipe.
TEST_CASE("other runs do not remove a finished file that has not yet been renamed into place") {
  const Folder folder;
  FileSink done("done.bin", {});
  done.Write("1");
  done.Finish();
  CheckIsKept(folder, done, "done.bin");
}

TEST_CASE("a folder that another process keeps locked is reported after a while") {
  const Folder folder;
  const int fd = ::open(".", O_RDONLY | O_DIRECTORY);
  REQUIRE(::flock(fd, LOCK_EX) == 0);
  const Outcome outcome = RunCobble(SplitWords("render --noise value --size 8 -o a.r8"));
  CHECK(outcome.status == 5);
  CHECK(outcome.err ==
        "cobble: a.r8: cannot replace the file: another process keeps its folder locked\n");
  CHECK(folder.Names().empty());
  ::close(fd);
}

TEST_CASE("links to a picture and to its sidecar are both followed") {
  const Folder folder;
  fs::create_directory("store");
  const std::string run = "render --noise value -o a.r8 --size ";
  REQUIRE(RunCobble(SplitWords(run + "8")).status == 0);
  for (const std::string name : {"a.r8", "a.r8.json"}) {
    fs::rename(name, "store/" + name + ".of-another-name");
    fs::create_symlink("store/" + name + ".of-another-name", name);
  }
  CHECK(RunCobble({"check", "a.r8"}).err == "");
  REQUIRE(RunCobble(SplitWords(run + "16")).status == 0);
  CHECK(fs::file_size("store/a.r8.of-another-name") == 256);
  CHECK(ReadAll("store/a.r8.json.of-another-name").find("16") != std::string::npos);
  CHECK(std::distance(fs::directory_iterator("store"), {}) == 2);
}

TEST_CASE("the sidecar is beside the picture, not beside a link to it") {
  const Folder folder;
  fs::create_directory("real");
  fs::create_symlink("real/a.r8", "link.r8");
  const std::string run = "render --noise value -o ";
  REQUIRE(RunCobble(SplitWords(run + "real/a.r8 --size 8")).status == 0);
  REQUIRE(RunCobble(SplitWords(run + "link.r8 --size 16")).status == 0);
  CHECK(folder.Names() == Names{"link.r8", "real"});
  CHECK(RunCobble({"info", "link.r8", "--json"}).out.find("16") != std::string::npos);
  REQUIRE(RunCobble(SplitWords("render real/a.r8 -o again.r8")).status == 0);
  CHECK(ReadAll("again.r8") == ReadAll("link.r8"));
}

}  // namespace
}  // namespace cobble::test
