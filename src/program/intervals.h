// Interval arithmetic: bounds of what nodes make of bounded inputs. Each holds every value that can
// arise, and where the inputs vary independently no more.
#ifndef COBBLE_PROGRAM_INTERVALS_H_
#define COBBLE_PROGRAM_INTERVALS_H_

#include <algorithm>
#include <cmath>

#include "core/bounds.h"

namespace cobble {

inline Bounds Sum(const Bounds& a, const Bounds& b) { return {a.low + b.low, a.high + b.high}; }

// scale * a + offset.
inline Bounds Scaled(const Bounds& a, double scale, double offset) {
  const double x = scale * a.low + offset, y = scale * a.high + offset;
  return {std::min(x, y), std::max(x, y)};
}

inline Bounds Product(const Bounds& a, const Bounds& b) {
  const auto [low, high] =
      std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

inline Bounds Least(const Bounds& a, const Bounds& b) {
  return {std::min(a.low, b.low), std::min(a.high, b.high)};
}
inline Bounds Greatest(const Bounds& a, const Bounds& b) {
  return {std::max(a.low, b.low), std::max(a.high, b.high)};
}
inline Bounds Hull(const Bounds& a, const Bounds& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

inline Bounds Magnitude(const Bounds& a) {
  const double maximum = std::max(std::abs(a.low), std::abs(a.high));
  const bool has_zero = a.low <= 0 && a.high >= 0;
  return {has_zero ? 0 : std::min(std::abs(a.low), std::abs(a.high)), maximum};
}

inline Bounds Square(const Bounds& a) {
  const Bounds size = Magnitude(a);
  return {size.low * size.low, size.high * size.high};
}

// Of what is limited to low .. high.
inline Bounds Limited(const Bounds& a, double low, double high) {
  return {std::clamp(a.low, low, high), std::clamp(a.high, low, high)};
}

inline double Size(const Bounds& a) { return std::max(std::abs(a.low), std::abs(a.high)); }

}  // namespace cobble

#endif  // COBBLE_PROGRAM_INTERVALS_H_
