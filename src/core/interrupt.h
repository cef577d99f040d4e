// Lets callers stop long work that reports no progress, such as compiling a recipe with large
// images: the work asks now and then, on the thread that does it.
#pragma once

#include <functional>

namespace cobble {

// Thrown by CheckInterrupt. Not an Error: the caller that stops the work knows why.
struct Interrupted {};

// While it lives, CheckInterrupt on this thread throws if wants_stop() returns true.
class InterruptScope {
 public:
  explicit InterruptScope(std::function<bool()> wants_stop);
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

 private:
  friend void CheckInterrupt();

  std::function<bool()> wants_stop_;
  InterruptScope* outer_;
};

// Call every few milliseconds of work. Throws Interrupted.
void CheckInterrupt();

// Calls CheckInterrupt once in many calls.
class InterruptCounter {
 public:
  void Count() {
    if ((++count_ & 0xFFFF) == 0) CheckInterrupt();
  }

 private:
  unsigned count_ = 0;
};

}  // namespace cobble
