// Interval arithmetic: the bounds of an operation's result, from its inputs' bounds. They contain
// every possible value, and are tight if the inputs vary independently.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/bounds.h"

namespace cobble {

inline Bounds Sum(const Bounds& a, const Bounds& b) { return {a.low + b.low, a.high + b.high}; }

inline Bounds Scaled(const Bounds& a, double scale, double offset) {
  const double x = scale * a.low + offset, y = scale * a.high + offset;
  return {std::min(x, y), std::max(x, y)};
}

inline Bounds Product(const Bounds& a, const Bounds& b) {
  const auto [low, high] =
      std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

// In: b does not contain 0.
inline Bounds Quotient(const Bounds& a, const Bounds& b) {
  const auto [low, high] =
      std::minmax({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high});
  return {low, high};
}

inline Bounds Minimum(const Bounds& a, const Bounds& b) {
  return {std::min(a.low, b.low), std::min(a.high, b.high)};
}
inline Bounds Maximum(const Bounds& a, const Bounds& b) {
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
  const Bounds magnitude = Magnitude(a);
  return {magnitude.low * magnitude.low, magnitude.high * magnitude.high};
}

inline Bounds Clamped(const Bounds& a, double low, double high) {
  return {std::clamp(a.low, low, high), std::clamp(a.high, low, high)};
}

inline double MaxMagnitude(const Bounds& a) { return std::max(std::abs(a.low), std::abs(a.high)); }

}  // namespace cobble
