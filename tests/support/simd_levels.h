// Loops over SIMD levels for tests of kernels. (support/levels.h has names for tests of programs.)
#pragma once

#include <doctest/doctest.h>

#include "core/simd_level.h"

namespace cobble::test {

inline const SimdLevel& BestLevel() { return *FindSimdLevel("auto"); }

// Calls body(level) for each level that this machine supports, best first. Fails if there are none.
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
