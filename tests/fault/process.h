// Runs cobble as a process: under strace, with the preloaded module, with limits or with signals.
#ifndef COBBLE_TESTS_FAULT_PROCESS_H_
#define COBBLE_TESTS_FAULT_PROCESS_H_

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace cobble::test {

using Words = std::vector<std::string>;

// The exit status or signal of a process, and its output.
struct Ended {
  int status = -1;  // -1: killed by a signal
  int signal = 0;
  std::string out, err;
};

struct ProcessSetup {
  Words environment{};                 // "NAME=value", added to those of the test process
  std::function<void()> before_run{};  // called in the child, between fork and exec
};

// A running process. Its standard input is empty.
class Process {
 public:
  explicit Process(Words words, const ProcessSetup& setup = {});
  ~Process();  // kills the process unless Wait was called
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void Signal(int number) const;
  Ended Wait();

 private:
  pid_t pid_ = -1;
  int out_ = -1, err_ = -1;
};

Ended RunProcess(const Words& words, const ProcessSetup& setup = {});

// Returns the path of cobble, followed by the words of a line, split at whitespace.
Words Cobble(const std::string& line);

Words operator+(Words a, const Words& b);

// Returns whether a shell command exits with status 0.
bool Succeeds(const std::string& line);

// Returns why strace cannot inject signals on this machine, or an empty string if it can.
std::string WhyNoStrace();

// Returns a command that runs `command` under strace, which sends it `signal` ("SIGKILL") as it
// enters its nth `call`. SIGKILL prevents the call; other signals arrive during it. Each thread
// counts its own calls.
Words WithSignalAt(const std::string& call, int n, const std::string& signal, const Words& command);

// Returns why the preloaded module (tests/preload) cannot be used on this machine, or an empty
// string if it can.
std::string WhyNoFaultyModule();

// A setup in which calls `first` to `last` of `kind` fail; if `last` is 0, all calls starting at
// `first` fail. For the kinds see tests/preload/faulty.cpp.
class Faulty {
 public:
  Faulty(const std::string& kind, uint64_t first, uint64_t last);
  ~Faulty();
  Faulty(const Faulty&) = delete;
  Faulty& operator=(const Faulty&) = delete;

  const ProcessSetup& setup() const { return setup_; }
  // Returns the number of calls of that kind that the process made.
  uint64_t Calls() const;

 private:
  int counter_;
  ProcessSetup setup_;
};

}  // namespace cobble::test

#endif  // COBBLE_TESTS_FAULT_PROCESS_H_
