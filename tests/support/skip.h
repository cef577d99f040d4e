// Skips tests that this machine, or its system, cannot run.
#pragma once

#include <string_view>

namespace cobble::test {

// Reports that the test case is skipped, and why. Usage: `return Skip("no strace");`.
void Skip(std::string_view why);

int SkipCalls();

// Features that Windows lacks or does differently.
enum Need {
  kShell,     // sh and its programs
  kTerminal,  // a pseudoterminal that passes bytes on unchanged
  kLinks,     // symbolic links without special rights
  kRights,    // a file's mode
  kDevices,   // /dev/full, /dev/stdout, /proc, named pipes
  kNames,     // file names with any bytes except / and 0
};

// Whether the system has it, for the part of a test that needs it.
bool Has(Need need);

// Returns whether the system lacks it, and then reports a skip: `if (Lacks(kShell)) return;`.
bool Lacks(Need need);

}  // namespace cobble::test
