// Implements stop_signal.
#include "platform/stop_signal.h"

#include <signal.h>

#include <atomic>
#include <utility>

namespace cobble::stop_signal {
namespace {

std::atomic<bool> is_set = false;
struct sigaction before;
bool has_handler = false;  // until it is released
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

void Set(int) { is_set = true; }

}  // namespace

void Hold() {
  ::sigaction(SIGTERM, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  has_handler = true;
  struct sigaction action = {};
  action.sa_handler = &Set;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGTERM, &action, nullptr);
}

void Release() {
  if (!std::exchange(has_handler, false)) return;
  ::sigaction(SIGTERM, &before, nullptr);
  if (is_set) ::raise(SIGTERM);
}

bool IsSet() { return is_set; }

}  // namespace cobble::stop_signal
