// POSIX has everything.
#include "support/skip.h"

namespace cobble::test {

bool Has(Need) { return true; }

bool Lacks(Need) { return false; }

}  // namespace cobble::test
