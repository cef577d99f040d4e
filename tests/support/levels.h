// Names of SIMD levels for tests of programs. (support/simd_levels.h is for tests of kernels.)
#pragma once

#include <string>
#include <vector>

namespace cobble::test {

std::vector<std::string> RunningLevels();  // levels of this build that this machine supports
std::vector<std::string>
MissingLevels();  // levels of this build that this machine does not support

}  // namespace cobble::test
