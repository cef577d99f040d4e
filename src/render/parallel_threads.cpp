// Threads of the standard library alone, for the build for ThreadSanitizer: oneTBB's own fences
// look like races to it, and hiding those would hide ours.
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
