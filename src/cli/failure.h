// What becomes of exceptions: messages and an exit status.
#ifndef COBBLE_CLI_FAILURE_H_
#define COBBLE_CLI_FAILURE_H_

#include <iosfwd>

namespace cobble {

// In a catch block: says what is wrong, a line a fault, and returns the exit status. Throws
// nothing: where memory is short, it says only that.
int ReportFailure(std::ostream& err) noexcept;

// From here on an exception that nobody can catch, as when memory is short in a destructor, ends
// the process with a line and a status, too.
void ReportUncaught();

}  // namespace cobble

#endif  // COBBLE_CLI_FAILURE_H_
