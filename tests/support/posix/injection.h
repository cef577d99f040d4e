// Runs cobble under strace and with the preloaded module, which inject signals and errors.
#pragma once

#include <cstdint>
#include <string>

#include "support/process.h"

namespace cobble::test {

// Returns why strace cannot inject signals on this machine; empty if it can.
std::string WhyNoStrace();

// Returns a command that runs `command` under strace, which sends it `signal` at its nth `call`.
// SIGKILL prevents the call; others arrive during it. Each thread counts its own calls.
Words WithSignalAt(const std::string& call, int n, const std::string& signal, const Words& command);

// Returns why the preloaded module (tests/preload) cannot be used on this machine; empty if it can.
std::string WhyNoFaultyModule();

// A setup in which calls `first` to `last` of `kind` fail, or all calls from `first` on if `last`
// is 0. tests/preload/faulty.cpp has the kinds.
class Faulty {
 public:
  Faulty(const std::string& kind, uint64_t first, uint64_t last);
  ~Faulty();
  Faulty(const Faulty&) = delete;
  Faulty& operator=(const Faulty&) = delete;

  const ProcessSetup& setup() const { return setup_; }
  // Returns how many calls of that kind the process made.
  uint64_t Calls() const;

 private:
  int counter_;
  ProcessSetup setup_;
};

}  // namespace cobble::test
