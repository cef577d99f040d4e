// Runs cobble as a process: under strace, under the faulty module, with limits, with signals.
#ifndef COBBLE_TESTS_FAULT_PROCESS_H_
#define COBBLE_TESTS_FAULT_PROCESS_H_

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace cobble::test {

using Words = std::vector<std::string>;

// How a process ended, and what it said.
struct Ended {
  int status = -1;  // -1: by a signal
  int signal = 0;
  std::string out, err;
};

struct Surroundings {
  Words environment{};                 // "NAME=value", besides those of the test
  std::function<void()> before_run{};  // in the child, between fork and exec
};

// A process that runs. Its standard input is empty.
class Process {
 public:
  explicit Process(Words words, const Surroundings& surroundings = {});
  ~Process();  // kills what was not waited for
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void Signal(int number) const;
  Ended Wait();

 private:
  pid_t pid_ = -1;
  int out_ = -1, err_ = -1;
};

Ended RunProcess(const Words& words, const Surroundings& surroundings = {});

// "cobble" and the words of a line, split at blanks.
Words Cobble(const std::string& line);

Words operator+(Words a, const Words& b);

// Whether a line of sh ends with status 0.
bool Succeeds(const std::string& line);

// Why no system call can be made to fail here; empty: it can.
std::string WhyNoStrace();

// Why the faulty module (tests/preload) cannot be used here; empty: it can.
std::string WhyNoFaultyModule();

// Surroundings in which of the `kind`'s calls those from `first` to `last` fail (last 0: all from
// `first` on), as tests/preload/faulty.cpp tells.
class Faulty {
 public:
  Faulty(const std::string& kind, uint64_t first, uint64_t last);
  ~Faulty();
  Faulty(const Faulty&) = delete;
  Faulty& operator=(const Faulty&) = delete;

  const Surroundings& surroundings() const { return surroundings_; }
  // The calls that the process has made.
  uint64_t Calls() const;

 private:
  int counter_;
  Surroundings surroundings_;
};

}  // namespace cobble::test

#endif  // COBBLE_TESTS_FAULT_PROCESS_H_
