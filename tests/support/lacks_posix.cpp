// POSIX has it all.
#include "support/skip.h"

namespace cobble::test {

bool Lacks(Need) { return false; }

}  // namespace cobble::test
