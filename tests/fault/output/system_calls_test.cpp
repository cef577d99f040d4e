// System calls that fail, one at a time, by strace's injection.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>
#include <sstream>
#include <string_view>

#include "fault/invariant.h"
#include "support/long_form.h"
#include "support/skip.h"

namespace cobble::test {
namespace {

// The calls of a sink.
constexpr std::string_view kCalls[] = {"write",     "pwrite64",  "fsync",  "fdatasync", "ftruncate",
                                       "fallocate", "fchmod",    "fchown", "linkat",    "rename",
                                       "renameat",  "renameat2", "unlink", "close",     "openat"};

struct Failing {
  const char* name;
  int number;
};
constexpr Failing kErrors[] = {
    {"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EDQUOT", EDQUOT}, {"EFBIG", EFBIG}};

Words Strace(std::string_view call, const std::string& how, const Words& command) {
  return Words{"strace",
               "-f",
               "-qqq",
               "-o",
               "/dev/null",
               "-e",
               fmt::format("trace={}", call),
               "-e",
               fmt::format("inject={}:{}", call, how),
               "--"} +
         command;
}

// Of one kind of call, those that a run makes: how many before it opens its first output, and in
// all. What the loader does is no part of cobble.
struct CallCount {
  int before = 0, all = 0;
};

CallCount CountCalls(std::string_view call, const Scene& scene) {
  scene.Reset();
  const Ended ended = RunProcess(
      Words{"strace", "-qqq", "-o", "|cat >&2", "-e", fmt::format("trace=openat,{}", call), "--"} +
      scene.command());
  REQUIRE(ended.status == 0);
  CallCount count;
  bool has_begun = false;
  std::istringstream lines(ended.err);
  for (std::string line; std::getline(lines, line);) {
    const bool is_open = line.starts_with("openat(");
    has_begun =
        has_begun ||
        (is_open && line.find("|O_") != std::string::npos &&
         (line.find("O_WRONLY") != std::string::npos || line.find("O_RDWR") != std::string::npos));
    if (!line.starts_with(fmt::format("{}(", call))) continue;
    ++count.all;
    if (!has_begun) ++count.before;
  }
  return count;
}

// Both with and without old files; in turn in the short form.
void ForEveryJob(const std::function<void(const Job& job, bool has_old)>& check) {
  bool has_old = false;
  for (const Job& job : SmallJobs()) {
    has_old = !has_old;
    check(job, has_old);
    if (IsLongForm()) check(job, !has_old);
  }
}

// The tests differ in what they do to the Nth call, and in how the run may end then.
template <typename Check>
void ForEveryCall(const Scene& scene, const Check& check) {
  for (const std::string_view call : kCalls) {
    const CallCount count = CountCalls(call, scene);
    for (int n = count.before + 1; n <= count.all; ++n) check(call, n);
  }
}

// There is another way, the file is not an output's, or all is done.
bool MayFail(std::string_view call) {
  return call == "openat" || call == "close" || call == "unlink";
}

// What cannot be removed is left.
void CheckErrors(const Job& job, bool has_old, std::size_t errors_each) {
  const Scene scene(job, has_old);
  std::size_t turn = 0;
  ForEveryCall(scene, [&](std::string_view call, int n) {
    for (std::size_t k = 0; k < errors_each; ++k) {
      const Failing& error = kErrors[turn++ % std::size(kErrors)];
      RunAndCheck(scene,
                  Strace(call, fmt::format("error={}:when={}", error.name, n), scene.command()), {},
                  {.statuses = MayFail(call) ? std::vector{0, 5} : std::vector{5},
                   .reason = fmt::format(": {}\n", std::strerror(error.number)),
                   .leaves_temporaries = call == "unlink"},
                  fmt::format("{}, {}: {} {}", job.name, error.name, call, n));
    }
  });
}

void CheckInterrupted(const Job& job, bool has_old) {
  const Scene scene(job, has_old);
  ForEveryCall(scene, [&](std::string_view call, int n) {
    RunAndCheck(scene, Strace(call, fmt::format("error=EINTR:when={}", n), scene.command()), {},
                {.statuses = {0}}, fmt::format("{}, EINTR: {} {}", job.name, call, n));
  });
}

void CheckKilled(const Job& job, bool has_old) {
  const Scene scene(job, has_old);
  ForEveryCall(scene, [&](std::string_view call, int n) {
    RunAndCheck(scene, Strace(call, fmt::format("signal=SIGKILL:when={}", n), scene.command()), {},
                {.statuses = {}, .signals = {SIGKILL}, .leaves_temporaries = true},
                fmt::format("{}, killed at {} {}", job.name, call, n));
  });
}

}  // namespace

TEST_CASE("a system call that fails is status 5, and its file the old one") {
  if (const std::string why = WhyNoStrace(); !why.empty()) return Skip(why);
  const std::size_t errors_each = IsLongForm() ? std::size(kErrors) : 1;
  ForEveryJob([&](const Job& job, bool has_old) { CheckErrors(job, has_old, errors_each); });
}

TEST_CASE("a system call that is interrupted is made again") {
  if (const std::string why = WhyNoStrace(); !why.empty()) return Skip(why);
  ForEveryJob(&CheckInterrupted);
}

TEST_CASE("a run killed at a system call leaves the old file or the new one") {
  if (const std::string why = WhyNoStrace(); !why.empty()) return Skip(why);
  ForEveryJob(&CheckKilled);
}

TEST_CASE("writes that take a part alone are gone on with") {
  if (const std::string why = WhyNoFaultyModule(); !why.empty()) return Skip(why);
  for (const Job& job : SmallJobs()) {
    const Scene scene(job, true);
    const Faulty faulty("write", 1, 0);
    RunAndCheck(scene, scene.command(), faulty.surroundings(), {.statuses = {0}}, job.name);
    CHECK(faulty.Calls() > 0);
  }
}

}  // namespace cobble::test
