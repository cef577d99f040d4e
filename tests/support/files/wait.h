// Waits for what another process does.
#pragma once

#include <functional>

namespace cobble::test {

// Asks until a condition holds, and returns true; false if it does not within two minutes.
bool WaitUntil(const std::function<bool()>& holds);

}  // namespace cobble::test
