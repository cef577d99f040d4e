// Skipping is told by a line of output, which tests/CMakeLists.txt makes ctest look for.
#include "support/skip.h"

#include <iostream>

namespace cobble::test {

void Skip(std::string_view why) { std::cout << "SKIPPED: " << why << std::endl; }

}  // namespace cobble::test
