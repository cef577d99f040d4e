// Implements interrupt.h.
#include "core/interrupt.h"

#include <atomic>
#include <utility>

namespace cobble {
namespace {

// Scopes of all threads. The module for browsers has no thread-local memory, and makes no scope.
std::atomic<int> scope_count = 0;
thread_local InterruptScope* innermost_scope = nullptr;

}  // namespace

InterruptScope::InterruptScope(std::function<bool()> wants_stop)
    : wants_stop_(std::move(wants_stop)), outer_(std::exchange(innermost_scope, this)) {
  ++scope_count;
}

InterruptScope::~InterruptScope() {
  --scope_count;
  innermost_scope = outer_;
}

void CheckInterrupt() {
  if (scope_count == 0) return;
  if (innermost_scope != nullptr && innermost_scope->wants_stop_()) throw Interrupted{};
}

}  // namespace cobble
