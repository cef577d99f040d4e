// The exit statuses, and how failures are reported.
#pragma once

#include <iosfwd>
#include <string_view>

#include "cobble/error.h"

namespace cobble {

struct ExitStatus {
  int status;
  std::string_view meaning;
};

// A requested check found something.
inline constexpr int kDifferenceStatus = 1;

// What shells show for a program that SIGPIPE ends.
inline constexpr int kClosedPipeStatus = 128 + 13;

// A deadline or SIGTERM stopped a shard: EX_TEMPFAIL of sysexits.h.
inline constexpr int kStoppedStatus = 75;

// For the man page. README.md has a table with the same rows.
inline constexpr ExitStatus kExitStatuses[] = {
    {0, "done"},
    {kDifferenceStatus,
     "cobble compare found a difference; cobble verify found a fault; cobble format --check found "
     "a file in another layout"},
    {static_cast<int>(ErrorKind::kUsage), "invalid command line"},
    {static_cast<int>(ErrorKind::kRecipe),
     "invalid recipe, points or picture; a file that is not a picture"},
    {static_cast<int>(ErrorKind::kLimit), "a limit exceeded: size, cost, memory or threads"},
    {static_cast<int>(ErrorKind::kIo), "reading or writing failed"},
    {static_cast<int>(ErrorKind::kBug), "a bug in cobble"},
    {kStoppedStatus, "a shard stopped at its --deadline or by SIGTERM; run it again to continue"},
    {kClosedPipeStatus, "the reader of printed text closed the pipe, as head does"},
};

// Call in a catch block. Prints a line per error, or that memory ran out. Returns the exit status.
int ReportFailure(std::ostream& err) noexcept;

// Call once per process. Reports exceptions that cannot be caught, such as a failed allocation in a
// destructor, with a message and an exit status.
void InstallTerminateHandler();

}  // namespace cobble
