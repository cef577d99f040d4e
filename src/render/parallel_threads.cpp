// Uses only std::thread, for the ThreadSanitizer build: ThreadSanitizer reports oneTBB's fences as
// races, and suppressing these reports would also hide races in cobble.
#include <algorithm>
#include <thread>

#include "render/crew.h"
#include "render/parallel.h"

namespace cobble {

int AvailableThreads() {
  return std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
}

void RunTogether(int threads, const std::function<void()>& work) {
  Crew others;
  others.Start(threads - 1, work);
  others.Open();
  work();
}

}  // namespace cobble
