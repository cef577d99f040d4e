// Terminals: which files are terminals, their size, and reading their replies.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "platform/file.h"

namespace cobble {

// Makes standard handles that are consoles of Windows take escape sequences until the process ends.
// Call once per process.
void PrepareTerminals();

bool IsTerminalHandle(Handle handle);
// Returns whether the path names a terminal, such as /dev/tty.
bool IsTerminalPath(const std::string& path);

// Returns the variable TERM. On Windows without it, "xterm-direct" if the console takes escapes.
std::string TerminalType();

// Whether standard output is a console of Windows, which shows UTF-8 in any locale.
bool IsWindowsConsole();

// All 0 if unknown.
struct TerminalWindow {
  int columns = 0, lines = 0;
  int width = 0, height = 0;  // in pixels
};
TerminalWindow WindowOf(Handle handle);

// During its lifetime, standard input is read as it is typed and without echo, for replies of the
// terminal. Signals wait until the old mode is back.
class RawInput {
 public:
  RawInput();
  ~RawInput();
  RawInput(const RawInput&) = delete;
  RawInput& operator=(const RawInput&) = delete;

  // False if standard input is not a terminal, or if this process is in its background.
  bool is_on() const { return mode_ != nullptr; }
  // Waits for input, then appends it to `text`. Returns false if no more can come.
  bool Read(std::chrono::milliseconds maximum, std::string* text);
  // Call when all replies have arrived. Otherwise, the destructor discards late ones, which the
  // shell must not get.
  void SetComplete() { is_complete_ = true; }

 private:
  struct Mode;

  std::unique_ptr<Mode> mode_;
  bool is_complete_ = false;
};

}  // namespace cobble
