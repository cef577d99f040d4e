// Loops over the SIMD levels for tests that call kernels; support/levels.h has the levels' names,
// for tests of the program.
#pragma once

#include <doctest/doctest.h>

#include "core/simd_level.h"

namespace cobble::test {

// Returns the best level that this machine supports.
inline const SimdLevel& BestLevel() { return *FindSimdLevel("auto"); }

// Calls body(level) for each level that this machine supports, the best first. The test fails if
// there is none.
template <class Body>
void ForRunningLevels(const Body& body) {
  int ran = 0;
  for (const SimdLevel& level : SimdLevels()) {
    if (!level.is_supported) continue;
    INFO(level.name);
    body(level);
    ++ran;
  }
  CHECK(ran > 0);
}

}  // namespace cobble::test
