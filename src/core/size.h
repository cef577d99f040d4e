// A count of bytes or samples whose arithmetic throws on overflow.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "cobble/error.h"

namespace cobble {

class Size {
 public:
  constexpr Size() = default;
  template <std::unsigned_integral T>
  constexpr Size(T value) : value_(value) {}  // NOLINT: implicit on purpose
  // Throws Error kLimit for a negative count.
  template <std::signed_integral T>
  constexpr Size(T value) : value_(static_cast<uint64_t>(value)) {  // NOLINT
    if (value < 0) Fail();
  }

  // Throw Error kLimit if the result exceeds 2^64 - 1.
  friend constexpr Size operator*(Size a, Size b) {
    Size r;
    if (__builtin_mul_overflow(a.value_, b.value_, &r.value_)) Fail();
    return r;
  }
  friend constexpr Size operator+(Size a, Size b) {
    Size r;
    if (__builtin_add_overflow(a.value_, b.value_, &r.value_)) Fail();
    return r;
  }

  // Rounds up to a multiple of `step`, which must not be 0. Throws Error kLimit on overflow.
  constexpr Size RoundUpTo(uint64_t step) const { return DivideUp(step) * Size(step); }
  // Divides by `step`, which must not be 0, and rounds up.
  constexpr Size DivideUp(uint64_t step) const { return value_ / step + (value_ % step != 0); }

  constexpr uint64_t value() const { return value_; }
  // Returns the value. Throws Error kLimit if it exceeds the address space (PTRDIFF_MAX).
  constexpr std::size_t bytes() const {
    if (value_ > static_cast<uint64_t>(PTRDIFF_MAX)) Fail();
    return static_cast<std::size_t>(value_);
  }

  friend constexpr auto operator<=>(Size, Size) = default;

 private:
  [[noreturn]] static void Fail();

  uint64_t value_ = 0;
};

}  // namespace cobble
