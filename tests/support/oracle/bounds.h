// The oracle's interval arithmetic.
#pragma once

#include <initializer_list>

#include "support/oracle/sample.h"

namespace cobble::test {

inline Bounds Hull(std::initializer_list<double> values) {
  return {std::min(values), std::max(values)};
}

inline Bounds Plus(const Bounds& a, const Bounds& b) { return {a.low + b.low, a.high + b.high}; }
inline Bounds Minus(const Bounds& a, const Bounds& b) { return {a.low - b.high, a.high - b.low}; }
inline Bounds Times(const Bounds& a, const Bounds& b) {
  return Hull({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
}

template <typename Function>
Bounds Monotone(const Bounds& a, const Function& function) {
  return Hull({function(a.low), function(a.high)});
}

inline Bounds Magnitude(const Bounds& a) {
  const Bounds ends = Hull({std::abs(a.low), std::abs(a.high)});
  return {a.low < 0 && a.high > 0 ? 0 : ends.low, ends.high};
}

inline Bounds Square(const Bounds& a) {
  return Monotone(Magnitude(a), [](double x) { return x * x; });
}

// (offset - |a|)^2.
inline Bounds Ridge(const Bounds& a, double offset) {
  return Square(Minus({offset, offset}, Magnitude(a)));
}

}  // namespace cobble::test
