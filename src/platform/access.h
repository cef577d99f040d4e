// Copies access rights from a file to its replacement.
#pragma once

#include "platform/path.h"

namespace cobble {

// Gives the open `file` the mode and access control list of `old`, which must exist, and its owner
// and group as far as permitted. Returns 0 or errno; `*action` says in a message what failed.
int KeepAccess(const Location& old, Handle file, const char** action);

}  // namespace cobble
