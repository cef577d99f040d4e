// SmallXXHash, gradients, and sums of vectors.
#include "support/oracle/gradient.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace cobble::test {
namespace {

constexpr uint32_t kPrimeB = 0x85EBCA77, kPrimeC = 0xC2B2AE3D, kPrimeD = 0x27D4EB2F,
                   kPrimeE = 0x165667B1;

// Returns byte `k` of a hash, scaled to 0..1.
double Part(uint32_t value, int k) { return ((value >> (8 * k)) & 255) / 255.0; }

}  // namespace

uint32_t HashSeed(uint32_t seed) { return seed + kPrimeE; }
uint32_t HashEat(uint32_t accumulator, uint32_t index) {
  return std::rotl(accumulator + index * kPrimeC, 17) * kPrimeD;
}
uint32_t HashValue(uint32_t a) {
  a ^= a >> 15;
  a *= kPrimeB;
  a ^= a >> 13;
  a *= kPrimeC;
  return a ^ (a >> 16);
}

double ValueGradient(uint32_t value) { return 2 * Part(value, 0) - 1; }

Vec3 LineVector(uint32_t value) {
  return {(1 + Part(value, 0)) * ((value >> 8) & 1 ? -1 : 1), 0, 0};
}

Vec3 SquareVector(uint32_t value) {
  double x = 2 * Part(value, 0) - 1;
  const double y = 0.5 - std::abs(x);
  x -= std::floor(x + 0.5);
  return {x, y, 0};
}

Vec3 OctahedronVector(uint32_t value) {
  double x = 2 * Part(value, 0) - 1, y = 2 * Part(value, 3) - 1;
  const double z = 1 - std::abs(x) - std::abs(y);
  const double o = std::max(-z, 0.0);
  x += x < 0 ? o : -o;
  y += y < 0 ? o : -o;
  return {x, y, z};
}

double Dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vec3 Plus(const Vec3& a, const Vec3& b, double factor) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}

Vec3 Times(double factor, const Vec3& a) { return Plus({}, a, factor); }

}  // namespace cobble::test
