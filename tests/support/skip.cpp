// Skip prints the line by which ctest recognises a skipped test (tests/discover_tests.cmake).
#include "support/skip.h"

#include <iostream>

namespace cobble::test {

void Skip(std::string_view why) { std::cout << "SKIPPED: " << why << std::endl; }

}  // namespace cobble::test
