// Runs cobble and other programs as processes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace cobble::test {

using Words = std::vector<std::string>;

// SIGKILL, which ends a process of Windows, too.
inline constexpr int kKillSignal = 9;

// The exit status or signal of a process, and its output.
struct Ended {
  int status = -1;  // -1: killed by a signal
  int signal = 0;
  std::string out, err;
};

struct ProcessSetup {
  Words environment{};                 // "NAME=value", added to those of the test process
  std::function<void()> before_run{};  // POSIX: called in the child, between fork and exec
  unsigned max_seconds = 120;          // a process that runs longer hangs, and is ended
  bool has_input = true;               // false: its standard input is closed
};

// A running process. Its standard input is empty, or closed.
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

// Returns the path of cobble, followed by the words of a line, split at whitespace.
Words Cobble(const std::string& line);

Words operator+(Words a, const Words& b);

extern const char* const kNullDevice;

// Returns the path of this program.
std::string OwnProgram();

// Returns the peak of this process's resident memory, in bytes. Does not count that of its parent.
uint64_t PeakMemory();

// Sets a variable of the environment, for this process and those that it starts; "" removes it.
void SetVariable(const std::string& name, const std::string& value);

}  // namespace cobble::test
