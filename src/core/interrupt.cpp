// Implements interrupt.h.
#include "core/interrupt.h"

#include <utility>

namespace cobble {
namespace {

thread_local InterruptScope* innermost_scope = nullptr;

}  // namespace

InterruptScope::InterruptScope(std::function<bool()> wants_stop)
    : wants_stop_(std::move(wants_stop)), outer_(std::exchange(innermost_scope, this)) {}

InterruptScope::~InterruptScope() { innermost_scope = outer_; }

void CheckInterrupt() {
  if (innermost_scope != nullptr && innermost_scope->wants_stop_()) throw Interrupted{};
}

}  // namespace cobble
