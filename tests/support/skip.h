// Skips tests that this machine, or its system, cannot run.
#pragma once

#include <string_view>

namespace cobble::test {

// Reports that the test case is skipped, not passed, and why. Usage: `return Skip("no strace");`.
void Skip(std::string_view why);

// The number of calls of Skip so far.
int SkipCalls();

// What Windows lacks, or has in another way.
enum Need {
  kShell,     // sh and its programs
  kTerminal,  // a pseudoterminal, whose bytes are those that were written
  kLinks,     // symbolic links, without special rights
  kRights,    // the mode of a file
  kDevices,   // /dev/full, /dev/stdout, /proc, pipes with names
  kNames,     // names of files with any bytes but / and 0
};

// Whether the system has it, for the part of a test that needs it.
bool Has(Need need);

// Returns whether the system lacks it; the test case is then reported as skipped. Usage:
// `if (Lacks(kShell)) return;`.
bool Lacks(Need need);

}  // namespace cobble::test
