// Runs cobble and other programs as processes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cobble::test {

using Words = std::vector<std::string>;

// SIGKILL, which ends processes on Windows, too.
inline constexpr int kKillSignal = 9;

// A process's exit status or signal, and its output.
struct Ended {
  int status = -1;  // -1: killed by a signal
  int signal = 0;
  std::string out, err;
};

struct ProcessSetup {
  Words environment{};                 // "NAME=value", added to the test process's
  std::function<void()> before_run{};  // POSIX: called in the child, between fork and exec
  unsigned max_seconds = 120;          // a process that runs longer hangs, and is ended
  bool has_input = true;               // false: its standard input is closed
};

// Its standard input is empty, or closed.
class Process {
 public:
  explicit Process(Words words, const ProcessSetup& setup = {});
  ~Process();  // kills the process unless Wait was called
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void Signal(int number) const;  // on Windows, only kKillSignal
  Ended Wait();

 private:
  struct Handles;

  std::unique_ptr<Handles> handles_;
};

Ended RunProcess(const Words& words, const ProcessSetup& setup = {});

// Returns cobble's path, followed by the words of a line, split at whitespace.
Words Cobble(const std::string& line);

Words operator+(Words a, const Words& b);

extern const char* const kNullDevice;

std::string OwnProgram();

// Returns this process's peak resident memory, in bytes, not including its parent's.
uint64_t PeakMemory();

// Sets an environment variable for this process and those that it starts; "" removes it.
void SetVariable(const std::string& name, const std::string& value);

}  // namespace cobble::test
