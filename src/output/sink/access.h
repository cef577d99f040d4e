// Copies access rights from a file to its replacement.
#ifndef COBBLE_OUTPUT_SINK_ACCESS_H_
#define COBBLE_OUTPUT_SINK_ACCESS_H_

#include "output/sink/path.h"

namespace cobble {

// Gives the open file `fd` the mode and access control list of `old`, which must exist, and its
// owner and group as far as permitted. Returns 0 or errno; `*action` is the action that failed, for
// the message.
int KeepAccess(const Location& old, int fd, const char** action);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_SINK_ACCESS_H_
