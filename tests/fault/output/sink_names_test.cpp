// The names of unfinished files: what signals remove, and what later runs do.
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

#include "output/sink.h"
#include "output/sink_signals.h"
#include "support/faulty_calls.h"
#include "support/harness.h"

namespace cobble::test {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

FaultyCalls::Verdict NoNameless(std::string_view name, int) {
  return {.error = name == "OpenNameless" ? EOPNOTSUPP : 0};
}

// How a process ends that does this.
int StatusOf(const std::function<void()>& what) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    for (const int number : {SIGHUP, SIGINT, SIGTERM}) std::signal(number, SIG_DFL);
    CatchSignals();
    what();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

bool DiedOf(int status, int number) { return WIFSIGNALED(status) && WTERMSIG(status) == number; }

TEST_CASE("a signal removes every unfinished file that has a name, and then kills") {
  for (const int number : {SIGHUP, SIGINT, SIGTERM}) {
    const Folder folder;
    const int status = StatusOf([&] {
      const FaultyCalls calls(&NoNameless);
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
    CHECK(DiedOf(status, number));
    CHECK(folder.Names() == Names{"three"});
  }
}

TEST_CASE("a file that has just got its name is removed, too") {
  const Folder folder;
  const int status = StatusOf([&] {
    FileSink sink("one", {});
    sink.Finish();
    if (folder.Names().size() != 1) ::_exit(1);
    ::raise(SIGTERM);
  });
  CHECK(DiedOf(status, SIGTERM));
  CHECK(folder.Names().empty());
}

TEST_CASE("behind a shield a signal waits") {
  const Folder folder;
  const int status = StatusOf([&] {
    const SignalShield outer;
    {
      const SignalShield inner;
      ::raise(SIGINT);
    }
    WriteFile("went on", "");
  });
  CHECK(DiedOf(status, SIGINT));
  CHECK(folder.Names() == Names{"went on"});
}

TEST_CASE("a signal that is ignored stays so") {
  const int status = StatusOf([] {
    std::signal(SIGHUP, SIG_IGN);
    CatchSignals();
    ::raise(SIGHUP);
  });
  CHECK(WIFEXITED(status));
}

const std::string kHidden = ".cobble-0123456789abcdef01234567";

void WriteOld(const std::string& name, std::chrono::minutes age) {
  WriteFile(name, "left");
  fs::last_write_time(name, fs::file_time_type::clock::now() - age);
}

TEST_CASE("what killed runs left is removed after an hour, and nothing else") {
  const Folder folder;
  const std::string young = ".cobble-0123456789abcdef01234568";
  const std::string held = ".cobble-0123456789abcdef01234569";
  const std::string folders = ".cobble-0123456789abcdef0123456a";
  const Names others{".cobble-old-0123456789abcdef",
                     ".cobble-",
                     ".cobble-notes",
                     ".cobble-0123456789abcdef0123456",
                     ".cobble-0123456789abcdef0123456x",
                     "cobble-0123456789abcdef01234567"};
  WriteOld(kHidden, std::chrono::minutes(61));
  WriteOld(young, std::chrono::minutes(59));
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
  for (const std::string& name : {young, held, folders}) CHECK(fs::exists(name));
  for (const std::string& name : others) CHECK(fs::exists(name));

  ::close(fd);
  REQUIRE(RunCobble(SplitWords(run)).status == 0);
  CHECK_FALSE(fs::exists(held));
}

TEST_CASE("what was left is looked for beside the report, too") {
  const Folder folder;
  fs::create_directory("reports");
  WriteOld("reports/" + kHidden, std::chrono::minutes(61));
  const std::string run = "render --noise value --size 8 -o a.png";
  REQUIRE(RunCobble(SplitWords(run)).status == 0);
  CHECK(fs::exists("reports/" + kHidden));
  REQUIRE(RunCobble(SplitWords(run + " --report reports/a.json")).status == 0);
  CHECK_FALSE(fs::exists("reports/" + kHidden));
}

TEST_CASE("what was left is looked for where a link leads, and for no pipe") {
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

TEST_CASE("the old sidecar of a run that was killed stays until its picture is made again") {
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

TEST_CASE("runs that make the same raw picture at once leave that of one, with its own sidecar") {
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

// A run of another process, two hours later, while `sink` is not yet in its place.
void CheckIsKept(const Folder& folder, FileSink& sink, const std::string& path) {
  const std::string hidden = folder.Names().at(0);
  fs::last_write_time(hidden, fs::file_time_type::clock::now() - std::chrono::hours(2));
  REQUIRE(RunCobble(SplitWords("render --noise value --size 8 -o a.png")).status == 0);
  CHECK(fs::exists(hidden));
  sink.Commit();
  CHECK(ReadAll(path) == "1");
}

TEST_CASE("a run that is under way keeps its files from other runs, however long it takes") {
  const Folder folder;
  const FaultyCalls calls(&NoNameless);
  FileSink slow("slow.bin", {});
  slow.Write("1");
  CheckIsKept(folder, slow, "slow.bin");
}

// Its lock outlasts its descriptor: another output of the run may be a pipe that nobody reads yet.
TEST_CASE("a run keeps a file that is finished, and not yet in its place, from other runs") {
  const Folder folder;
  FileSink done("done.bin", {});
  done.Write("1");
  done.Finish();
  CheckIsKept(folder, done, "done.bin");
}

TEST_CASE("a folder that somebody else keeps locked is told after a while") {
  const Folder folder;
  const int fd = ::open(".", O_RDONLY | O_DIRECTORY);
  REQUIRE(::flock(fd, LOCK_EX) == 0);
  const Outcome outcome = RunCobble(SplitWords("render --noise value --size 8 -o a.r8"));
  CHECK(outcome.status == 5);
  CHECK(outcome.err == "cobble: a.r8: cannot replace it: somebody keeps its folder locked\n");
  CHECK(folder.Names().empty());
  ::close(fd);
}

TEST_CASE("where a picture and its sidecar are links, both are followed") {
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

TEST_CASE("the sidecar lies beside the picture, not beside a link to it") {
  const Folder folder;
  fs::create_directory("real");
  fs::create_symlink("real/a.r8", "link.r8");
  const std::string run = "render --noise value -o ";
  REQUIRE(RunCobble(SplitWords(run + "real/a.r8 --size 8")).status == 0);
  REQUIRE(RunCobble(SplitWords(run + "link.r8 --size 16")).status == 0);
  CHECK(folder.Names() == Names{"link.r8", "real"});
  CHECK(RunCobble({"info", "link.r8"}).out.find("16") != std::string::npos);
  REQUIRE(RunCobble(SplitWords("render real/a.r8 -o again.r8")).status == 0);
  CHECK(ReadAll("again.r8") == ReadAll("link.r8"));
}

}  // namespace
}  // namespace cobble::test
