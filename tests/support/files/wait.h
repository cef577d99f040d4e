// Waits for what another process does.
#ifndef COBBLE_TESTS_SUPPORT_FILES_WAIT_H_
#define COBBLE_TESTS_SUPPORT_FILES_WAIT_H_

#include <functional>

namespace cobble::test {

// Asks until a condition holds, and returns true; false if it does not within two minutes.
bool WaitUntil(const std::function<bool()>& holds);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_FILES_WAIT_H_
