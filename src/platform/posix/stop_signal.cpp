// Implements stop_signal.
#include "platform/stop_signal.h"

#include <signal.h>

#include <atomic>
#include <utility>

#include "platform/posix/catch_signal.h"

namespace cobble::stop_signal {
namespace {

std::atomic<bool> is_set = false;
bool has_handler = false;  // until it is released
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

void Set(int) { is_set = true; }

}  // namespace

void Hold() {
  is_set = false;
  has_handler = CatchSignal(SIGTERM, &Set);
}

void Release() {
  if (!std::exchange(has_handler, false)) return;
  CatchSignal(SIGTERM, &EndBySignal);
  if (is_set) ::raise(SIGTERM);
}

bool IsSet() { return is_set; }

}  // namespace cobble::stop_signal
