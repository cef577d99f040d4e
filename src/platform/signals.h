// Removes the names of unfinished files, and prints last words, when a signal (on Windows, a
// console event) ends the process.
#pragma once

#include <string>

namespace cobble {

// Installs handlers: the signals that by default end a process from outside, such as SIGINT, remove
// all HiddenNames, then end the process with the signal's default action. Ignored signals stay
// ignored. SIGTERM is left to stop_signal.
void CatchSignals();

// Makes a write to a closed pipe, or beyond the size limit of files, return an error instead of
// sending a signal.
void IgnoreWriteSignals();

// Lets SIGTERM ask a run to stop, instead of ending the process.
//
// On Windows, SIGTERM is Ctrl-Break, which one process can send to another (CTRL_BREAK_EVENT), or
// the end of the console, the session or the system, which containers also send. Windows ends the
// process soon after these: a run has three seconds.
namespace stop_signal {

// From now on, SIGTERM only sets a flag. If it is ignored, it stays ignored. Until a run's
// arguments are parsed, nobody knows whether it may be stopped, so the signal waits.
void Hold();
// From now on, SIGTERM ends the process like the signals of CatchSignals; if it has arrived, it
// does so now. Does nothing without Hold.
void Release();
// Returns whether SIGTERM has arrived. May be called by any thread.
bool IsSet();

}  // namespace stop_signal

// Defers all these signals during its lifetime, to make the operations in its scope atomic. Shields
// nest. Keep their scopes short.
class SignalShield {
 public:
  SignalShield();
  ~SignalShield();
  SignalShield(const SignalShield&) = delete;
  SignalShield& operator=(const SignalShield&) = delete;
};

// The name of a temporary file that is removed if the process ends early. Construct and destroy
// under a SignalShield.
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
  HiddenName* next_ = nullptr;  // in the list of all names
};

// A text that is printed on standard error if a signal ends the process. One at a time.
class LastWords {
 public:
  explicit LastWords(std::string text);
  ~LastWords();
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;

 private:
  const std::string text_;
};

// Removes the files of all HiddenNames. Call before the process terminates because of an error.
void RemoveHiddenNames();
// The same, then prints the LastWords. For the handlers in platform/. Async-signal-safe.
void CleanUpForSignal();

}  // namespace cobble
