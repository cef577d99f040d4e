// Runs processes with fork and exec, because a shell would print its own messages about signals.
#include "fault/process.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "support/harness.h"
#include "support/sanitizers.h"
#include "test_paths.h"

namespace cobble::test {
namespace {

constexpr unsigned kMaxSeconds = 120;  // a process that runs longer hangs: SIGALRM ends it

int MemoryFile() {
  const int fd = ::memfd_create("cobble-test", MFD_CLOEXEC);
  REQUIRE(fd >= 0);
  return fd;
}

std::string TakeAll(int fd) {
  std::string text;
  char block[4096];
  for (ssize_t n = 0; (n = ::pread(fd, block, sizeof block, static_cast<off_t>(text.size()))) > 0;)
    text.append(block, static_cast<std::size_t>(n));
  ::close(fd);
  return text;
}

std::vector<char*> Pointers(Words* words) {
  std::vector<char*> pointers;
  for (std::string& word : *words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

Words Environment(const Words& more) {
  Words all = more;
  for (char** line = environ; *line != nullptr; ++line) all.emplace_back(*line);
  return all;
}

}  // namespace

Process::Process(Words words, const ProcessSetup& setup) : out_(MemoryFile()), err_(MemoryFile()) {
  Words environment = Environment(setup.environment);
  const auto arguments = Pointers(&words), lines = Pointers(&environment);
  sigset_t all, before;
  ::sigfillset(&all);
  // Signals that arrive between fork and exec are blocked, because doctest would report them as a
  // crash.
  ::pthread_sigmask(SIG_BLOCK, &all, &before);
  pid_ = ::fork();
  if (pid_ != 0) ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  REQUIRE(pid_ >= 0);
  if (pid_ > 0) return;
  for (const int number : {SIGHUP, SIGINT, SIGTERM}) ::signal(number, SIG_DFL);
  ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  ::dup2(out_, STDOUT_FILENO);
  ::dup2(err_, STDERR_FILENO);
  ::alarm(kMaxSeconds);
  if (setup.before_run) setup.before_run();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::execvpe(arguments[0], arguments.data(), lines.data());
  ::_exit(127);
}

Process::~Process() {
  if (pid_ < 0) return;
  Signal(SIGKILL);
  Wait();
}

void Process::Signal(int number) const { ::kill(pid_, number); }

Ended Process::Wait() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  Ended ended{.out = TakeAll(out_), .err = TakeAll(err_)};
  if (WIFEXITED(status)) ended.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
  return ended;
}

Ended RunProcess(const Words& words, const ProcessSetup& setup) {
  return Process(words, setup).Wait();
}

Words Cobble(const std::string& line) { return Words{COBBLE_BINARY} + SplitWords(line); }

Words operator+(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

bool Succeeds(const std::string& line) { return RunProcess({"sh", "-c", line}).status == 0; }

std::string WhyNoStrace() {
  if (kUnderSanitizer) return "sanitizers make system calls of their own";
  const Ended ended = RunProcess(WithSignalAt("chdir", 1, "SIGTERM", {"sh", "-c", "cd /"}));
  return ended.signal == SIGTERM ? "" : "strace is missing or may not trace";
}

Words WithSignalAt(const std::string& call, int n, const std::string& signal,
                   const Words& command) {
  const std::string injection = "inject=" + call + ":signal=" + signal;
  return Words{"strace",
               "-f",
               "-qqq",
               "-o",
               "/dev/null",
               "-e",
               "trace=" + call,
               "-e",
               injection + ":when=" + std::to_string(n),
               "--"} +
         command;
}

std::string WhyNoFaultyModule() {
  if (kUnderSanitizer) return "sanitizers replace the allocator";
  Faulty faulty("memory", UINT64_MAX, 0);
  RunProcess(Cobble("--version"), faulty.setup());
  return faulty.Calls() > 0 ? "" : "the loader ignores LD_PRELOAD";
}

Faulty::Faulty(const std::string& kind, uint64_t first, uint64_t last) : counter_(MemoryFile()) {
  REQUIRE(::ftruncate(counter_, sizeof(uint64_t)) == 0);
  // Accessed through /proc, because a file would show up in the scene's folder.
  const std::string path =
      "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(counter_);
  setup_.environment = {
      "LD_PRELOAD=" COBBLE_FAULTY_MODULE,
      "COBBLE_FAULTY=" + kind + ':' + std::to_string(first) + ':' + std::to_string(last),
      "COBBLE_FAULTY_COUNT=" + path};
}

Faulty::~Faulty() { ::close(counter_); }

uint64_t Faulty::Calls() const {
  uint64_t calls = 0;
  REQUIRE(::pread(counter_, &calls, sizeof calls, 0) == sizeof calls);
  return calls;
}

}  // namespace cobble::test
