// Turns exceptions into messages and an exit status.
#pragma once

#include <iosfwd>

namespace cobble {

// Call in a catch block. Prints one line per error and returns the exit status. If memory runs out
// meanwhile, prints only that.
int ReportFailure(std::ostream& err) noexcept;

// Call once per process. Installs a terminate handler, which reports exceptions that cannot be
// caught (a failed allocation in a destructor) with a message and an exit status.
void InstallTerminateHandler();

}  // namespace cobble
