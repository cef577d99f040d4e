// Standard output that fails aloud.
#include "cli/streams.h"

#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <system_error>

#include "cobble/error.h"

namespace cobble {

void Flush(std::ostream& out) {
  if (out.good()) errno = 0;  // what stands there later is this flush's
  if (out.flush()) return;
  const int error = errno != 0 ? errno : EIO;
  throw Error(ErrorKind::kIo, "standard output",
              "cannot write: " + std::generic_category().message(error));
}

bool IsTerminal(const std::ostream& err) {
  return &err == &std::cerr && ::isatty(STDERR_FILENO) == 1;
}

}  // namespace cobble
