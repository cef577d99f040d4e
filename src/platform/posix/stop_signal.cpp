// Implements StopSignal.
#include "platform/stop_signal.h"

#include <signal.h>

#include <atomic>
#include <utility>

namespace cobble {
namespace {

std::atomic<bool> is_set = false;
struct sigaction before;
bool has_handler = false;  // until the object ends or is released
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

void Set(int) { is_set = true; }

}  // namespace

StopSignal::StopSignal() {
  is_set = false;
  ::sigaction(SIGTERM, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  has_handler = true;
  struct sigaction action = {};
  action.sa_handler = &Set;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGTERM, &action, nullptr);
}

StopSignal::~StopSignal() {
  if (std::exchange(has_handler, false)) ::sigaction(SIGTERM, &before, nullptr);
}

void StopSignal::Release() {
  if (!std::exchange(has_handler, false)) return;
  ::sigaction(SIGTERM, &before, nullptr);
  if (is_set) ::raise(SIGTERM);
}

bool StopSignal::IsSet() { return is_set; }

}  // namespace cobble
