// Tests that this machine cannot run.
#ifndef COBBLE_TESTS_SUPPORT_SKIP_H_
#define COBBLE_TESTS_SUPPORT_SKIP_H_

#include <string_view>

namespace cobble::test {

// Tells ctest that the test case is skipped, not passed, and why: `return Skip("no strace");`. It
// comes first: ctest takes what failed before it for skipped, too.
void Skip(std::string_view why);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_SKIP_H_
