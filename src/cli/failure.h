// Turns exceptions into messages and an exit status.
#pragma once

#include <iosfwd>

namespace cobble {

// Call in a catch block. Prints a line per error, or that memory ran out. Returns the exit status.
int ReportFailure(std::ostream& err) noexcept;

// Call once per process. Reports exceptions that cannot be caught, such as a failed allocation in a
// destructor, with a message and an exit status.
void InstallTerminateHandler();

}  // namespace cobble
