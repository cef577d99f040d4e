// Checks a file of golden values: recipes, points, and the values and slopes there.
#ifndef COBBLE_TESTS_GOLDEN_GOLDEN_H_
#define COBBLE_TESTS_GOLDEN_GOLDEN_H_

#include <cstddef>
#include <string>

namespace cobble::test {

// `file` is a path below tests/golden; it must hold at least `min_cases` cases. All levels that this
// processor can run must be in the build.
void CheckGoldenOnEveryLevel(const std::string& file, std::size_t min_cases);

// The float64 oracle of the tests (support/oracle.h) must reproduce the same file.
void CheckGoldenByOracle(const std::string& file);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_GOLDEN_GOLDEN_H_
