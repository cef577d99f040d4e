// Measures time.
#pragma once

#include <chrono>
#include <utility>

namespace cobble {

using Clock = std::chrono::steady_clock;

inline double SecondsBetween(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

class Stopwatch {
 public:
  // Returns the seconds since construction or the last Lap.
  double Seconds() const { return SecondsBetween(begin_, Clock::now()); }
  // The same, and begins again.
  double Lap() {
    const auto now = Clock::now();
    return SecondsBetween(std::exchange(begin_, now), now);
  }

 private:
  Clock::time_point begin_ = Clock::now();
};

}  // namespace cobble
