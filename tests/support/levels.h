// The names of the SIMD levels that program tests use. (support/simd_levels.h is for tests of
// kernels.)
#ifndef COBBLE_TESTS_SUPPORT_LEVELS_H_
#define COBBLE_TESTS_SUPPORT_LEVELS_H_

#include <string>
#include <vector>

namespace cobble::test {

std::vector<std::string> RunningLevels();  // levels of this build that this machine supports
std::vector<std::string>
MissingLevels();  // levels of this build that this machine does not support

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_LEVELS_H_
