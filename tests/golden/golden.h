// Checks files of golden values: recipes, points, and the values and slopes there.
#pragma once

#include <cstddef>
#include <string>

namespace cobble::test {

// `file` is relative to tests/golden, and must have at least `min_cases` cases. Fails if the build
// lacks a level that this processor supports.
void CheckGoldenOnEveryLevel(const std::string& file, std::size_t min_cases);

// Checks that the oracle (support/oracle/oracle.h) reproduces the same file.
void CheckGoldenByOracle(const std::string& file);

}  // namespace cobble::test
