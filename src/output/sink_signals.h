// Signals that end the process: the names of its unfinished files go first.
#ifndef COBBLE_OUTPUT_SINK_SIGNALS_H_
#define COBBLE_OUTPUT_SINK_SIGNALS_H_

#include <string>

namespace cobble {

// From now on SIGHUP, SIGINT, SIGQUIT, SIGTERM and SIGXCPU remove all HiddenNames before they end
// the process, which dies of the signal as it would have. One that is ignored stays so.
void CatchSignals();

// While it lives, such a signal waits: what happens meanwhile happens whole. Short, and nests.
class SignalShield {
 public:
  SignalShield();
  ~SignalShield();
  SignalShield(const SignalShield&) = delete;
  SignalShield& operator=(const SignalShield&) = delete;
};

// The name of a file that nobody shall find if the process ends now. Made and ended under a
// SignalShield, by one thread at a time.
class HiddenName {
 public:
  explicit HiddenName(std::string path);
  ~HiddenName();
  HiddenName(const HiddenName&) = delete;
  HiddenName& operator=(const HiddenName&) = delete;

  const std::string& path() const { return path_; }

 private:
  friend void RemoveHiddenNames();

  const std::string path_;
  HiddenName* next_;  // of all that there are
};

}  // namespace cobble

#endif  // COBBLE_OUTPUT_SINK_SIGNALS_H_
