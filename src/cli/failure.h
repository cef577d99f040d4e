// What becomes of exceptions: messages and an exit status.
#ifndef COBBLE_CLI_FAILURE_H_
#define COBBLE_CLI_FAILURE_H_

#include <iosfwd>

namespace cobble {

// In a catch block: says what is wrong, a line a fault, and returns the exit status. Throws
// nothing: where memory is short, it says only that.
int ReportFailure(std::ostream& err) noexcept;

// What a process does once. From then on an exception that nobody can catch, as when memory is
// short in a destructor, ends the process with a line and a status, too, and CheckMemory knows.
void WatchFailures();

// Throws std::bad_alloc where memory was short at any time, even if somebody has kept that to
// themselves: iostreams do, and lose a word.
void CheckMemory();

}  // namespace cobble

#endif  // COBBLE_CLI_FAILURE_H_
