// Runs cobble under strace and with the preloaded module, which inject signals and errors.
#pragma once

#include <cstdint>
#include <string>

#include "support/process.h"

namespace cobble::test {

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
