// The SIMD levels that a test must run: those of this build that this machine has.
#ifndef COBBLE_TESTS_SUPPORT_LEVELS_H_
#define COBBLE_TESTS_SUPPORT_LEVELS_H_

#include <string>
#include <vector>

namespace cobble::test {

std::vector<std::string> RunningLevels();
std::vector<std::string> MissingLevels();  // of this build, that this machine lacks

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_LEVELS_H_
