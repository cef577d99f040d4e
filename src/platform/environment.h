// What a process finds: arguments, variables, processors, the shell and the local time.
#pragma once

#include <string>
#include <vector>

namespace cobble {

// Returns the arguments behind the program's name, in UTF-8 (on POSIX: any bytes). In: those of
// main, which Windows gives in another encoding.
std::vector<std::string> Arguments(int argc, char** argv);

// Returns a variable of the environment, or "".
std::string Variable(const char* name);

// Returns how many processors this process may use, at least 1.
int AvailableProcessors();

// The shells that users of a system type commands into.
enum class ShellKind {
  kPosix,    // sh
  kWindows,  // PowerShell and cmd.exe
};
ShellKind SystemShell();

struct TimeOfDay {
  int hours = 0, minutes = 0, seconds = 0;
};
TimeOfDay LocalTime();

}  // namespace cobble
