// POSIX has it all.
#include "support/skip.h"

namespace cobble::test {

bool HasShell() { return true; }

bool Lacks(Need) { return false; }

}  // namespace cobble::test
