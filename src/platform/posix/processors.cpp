// The processors on POSIX.
#include "platform/processors.h"

#include <algorithm>
#include <thread>

namespace cobble {

int AvailableProcessors() {
  return std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
}

}  // namespace cobble
