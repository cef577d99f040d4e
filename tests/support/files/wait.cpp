// Polls and sleeps.
#include "support/files/wait.h"

#include <chrono>
#include <thread>

namespace cobble::test {

bool WaitUntil(const std::function<bool()>& holds) {
  using Clock = std::chrono::steady_clock;
  for (const auto end = Clock::now() + std::chrono::minutes(2); !holds();) {
    if (Clock::now() > end) return holds();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace cobble::test
