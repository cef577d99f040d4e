// Skips tests that this machine cannot run.
#ifndef COBBLE_TESTS_SUPPORT_SKIP_H_
#define COBBLE_TESTS_SUPPORT_SKIP_H_

#include <string_view>

namespace cobble::test {

// Reports to ctest that the test case is skipped, not passed, and why. Usage: `return Skip("no
// strace");`. Call it before any check, because ctest would report earlier failures as skipped.
void Skip(std::string_view why);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_SKIP_H_
