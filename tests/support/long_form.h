// Some tests have a short form, which always runs, and a long form, run by scripts/test-long.
#pragma once

#include <cstdlib>

namespace cobble::test {

inline bool IsLongForm() { return std::getenv("COBBLE_LONG") != nullptr; }

}  // namespace cobble::test
