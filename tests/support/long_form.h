// Some tests have a short form, which runs every time, and a long form, which scripts/test-long
// runs.
#pragma once

#include <cstdlib>

namespace cobble::test {

inline bool IsLongForm() { return std::getenv("COBBLE_LONG") != nullptr; }

}  // namespace cobble::test
