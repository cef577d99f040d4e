// Waits for another process to do something.
#pragma once

#include <functional>

namespace cobble::test {

// Polls until a condition holds. Returns false if it does not within two minutes.
bool WaitUntil(const std::function<bool()>& holds);

}  // namespace cobble::test
