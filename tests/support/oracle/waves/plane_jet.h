// Numbers with slopes along x and y, by the rules of differentiation.
#pragma once

#include <array>
#include <cmath>

namespace cobble::test {

struct PlaneJet {
  double value = 0;
  std::array<double, 2> slope{};
};

// Returns f(a), given f's value and derivative.
inline PlaneJet Through(const PlaneJet& a, double value, double derivative) {
  return {value, {derivative * a.slope[0], derivative * a.slope[1]}};
}

inline PlaneJet operator+(const PlaneJet& a, const PlaneJet& b) {
  return {a.value + b.value, {a.slope[0] + b.slope[0], a.slope[1] + b.slope[1]}};
}

inline PlaneJet operator-(const PlaneJet& a, const PlaneJet& b) {
  return {a.value - b.value, {a.slope[0] - b.slope[0], a.slope[1] - b.slope[1]}};
}

inline PlaneJet operator*(const PlaneJet& a, const PlaneJet& b) {
  return {
      a.value * b.value,
      {a.slope[0] * b.value + a.value * b.slope[0], a.slope[1] * b.value + a.value * b.slope[1]}};
}

inline PlaneJet operator*(double a, const PlaneJet& b) { return Through(b, a * b.value, a); }

inline PlaneJet Inverse(const PlaneJet& a) {
  return Through(a, 1 / a.value, -1 / (a.value * a.value));
}

inline PlaneJet Root(const PlaneJet& a) {
  const double root = std::sqrt(a.value);
  return Through(a, root, 0.5 / root);
}

}  // namespace cobble::test
