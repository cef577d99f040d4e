// Implements StopSignal.
#include "platform/stop_signal.h"

#include <signal.h>

#include <atomic>

namespace cobble {
namespace {

std::atomic<bool> is_set = false;
struct sigaction before;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

void Set(int) { is_set = true; }

}  // namespace

StopSignal::StopSignal() {
  is_set = false;
  ::sigaction(SIGTERM, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  struct sigaction action = {};
  action.sa_handler = &Set;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGTERM, &action, nullptr);
}

StopSignal::~StopSignal() { ::sigaction(SIGTERM, &before, nullptr); }

bool StopSignal::IsSet() { return is_set; }

}  // namespace cobble
