// Runs processes with fork and exec, since a shell would print its own messages about signals.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/process.h"

namespace cobble::test {
namespace {

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

struct Process::Handles {
  pid_t pid = -1;
  int out = MemoryFile(), err = MemoryFile();
};

Process::Process(Words words, const ProcessSetup& setup) : handles_(std::make_unique<Handles>()) {
  Words environment = Environment(setup.environment);
  const auto arguments = Pointers(&words), lines = Pointers(&environment);
  sigset_t all, before;
  ::sigfillset(&all);
  // Blocks signals between fork and exec, since doctest would report them as a crash.
  ::pthread_sigmask(SIG_BLOCK, &all, &before);
  handles_->pid = ::fork();
  if (handles_->pid != 0) ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  REQUIRE(handles_->pid >= 0);
  if (handles_->pid > 0) return;
  for (const int number : {SIGHUP, SIGINT, SIGTERM}) ::signal(number, SIG_DFL);
  ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  ::dup2(handles_->out, STDOUT_FILENO);
  ::dup2(handles_->err, STDERR_FILENO);
  if (!setup.has_input) ::close(STDIN_FILENO);
  ::alarm(setup.max_seconds);
  if (setup.before_run) setup.before_run();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::execvpe(arguments[0], arguments.data(), lines.data());
  ::_exit(127);
}

Process::~Process() {
  if (handles_->pid < 0) return;
  Signal(SIGKILL);
  Wait();
}

void Process::Signal(int number) const { ::kill(handles_->pid, number); }

Ended Process::Wait() {
  int status = 0;
  while (::waitpid(handles_->pid, &status, 0) < 0 && errno == EINTR) {
  }
  handles_->pid = -1;
  Ended ended{.out = TakeAll(handles_->out), .err = TakeAll(handles_->err)};
  if (WIFEXITED(status)) ended.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
  return ended;
}

const char* const kNullDevice = "/dev/null";

std::string OwnProgram() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

// Reads /proc, because getrusage includes the parent process's peak.
uint64_t PeakMemory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    uint64_t kibibytes = 0;
    if (line.starts_with("VmHWM:") && std::istringstream(line.substr(6)) >> kibibytes)
      return kibibytes * 1024;
  }
  return 0;
}

void SetVariable(const std::string& name, const std::string& value) {
  if (value.empty()) {
    ::unsetenv(name.c_str());
  } else {
    ::setenv(name.c_str(), value.c_str(), 1);
  }
}

}  // namespace cobble::test
