// The hash and the gradients by their definitions. Shares no code with src/noise.
#pragma once

#include <array>
#include <cstdint>

namespace cobble::test {

using Vec3 = std::array<double, 3>;

inline double SignOf(double x) { return (x > 0) - (x < 0); }
// Returns a minus a multiple of m, 0..m - 1.
inline int64_t Modulo(int64_t a, int64_t m) { return ((a % m) + m) % m; }

uint32_t HashSeed(uint32_t seed);
uint32_t HashEat(uint32_t accumulator, uint32_t index);
uint32_t HashValue(uint32_t accumulator);

// Gradients selected by a hash value.
double ValueGradient(uint32_t value);
Vec3 LineVector(uint32_t value);  // 1D, in x
Vec3 SquareVector(uint32_t value);
Vec3 OctahedronVector(uint32_t value);

double Dot(const Vec3& a, const Vec3& b);
Vec3 Plus(const Vec3& a, const Vec3& b, double factor = 1);
Vec3 Times(double factor, const Vec3& a);

}  // namespace cobble::test
