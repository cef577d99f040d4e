// Who may read and write a file that takes another's place.
#ifndef COBBLE_OUTPUT_SINK_ACCESS_H_
#define COBBLE_OUTPUT_SINK_ACCESS_H_

#include "output/sink_path.h"

namespace cobble {

// Gives the open file `fd` the mode and the access control list of `old`, which exists, and its
// owner and group as far as this user may. Returns 0 or errno, and in `what` what it is about.
int KeepAccess(const Location& old, int fd, const char** what);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_SINK_ACCESS_H_
