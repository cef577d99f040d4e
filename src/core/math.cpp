// Sine, cosine, exponential and logarithm from IEEE + - * / alone.
#include "core/math.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace cobble {
namespace {

// ln 2 in two parts, the first with zeros behind, so that its multiples by powers of two's
// exponents are exact.
constexpr double kLn2High = 0x1.62e42feep-1, kLn2Low = 0x1.a39ef35793c76p-33;

// The sum of (-1)^k x^(2k + first) / (2k + first)! for k = 0 .. 9, by Horner's rule: at |x| <= pi/4
// the first term left out is below 2e-21.
double AlternatingSeries(double x, int first) {
  constexpr int kTerms = 10;
  const double square = x * x;
  double sum = 1;
  for (int k = kTerms - 1; k >= 1; --k) {
    const double n = 2.0 * k + first;
    sum = 1 - square / (n * (n - 1)) * sum;
  }
  return first == 1 ? x * sum : sum;
}

// The sine and cosine of `quarters`, a whole number of quarter turns, and `rest` radians.
SinCos Turned(double quarters, double rest) {
  const double s = AlternatingSeries(rest, 1), c = AlternatingSeries(rest, 0);
  const auto quadrant = static_cast<int>(quarters - 4 * std::floor(quarters / 4));
  const std::array<SinCos, 4> turned{{{s, c}, {c, -s}, {-s, -c}, {-c, s}}};
  return turned[static_cast<std::size_t>(quadrant)];
}

// 2^power, for power of -1022 to 1023.
double PowerOfTwo(int power) {
  return std::bit_cast<double>(static_cast<uint64_t>(power + 1023) << 52);
}

}  // namespace

// In both, quarter turns and the rest are exact, since the rest is a multiple of the last bit of
// the angle and smaller than it.
SinCos SinCosDegrees(double degrees) {
  const double quarters = std::floor(degrees / 90 + 0.5);
  return Turned(quarters, (degrees - quarters * 90) * (kPi / 180));
}

SinCos SinCosTurns(double turns) {
  const double quarters = std::floor(turns * 4 + 0.5);
  return Turned(quarters, (turns - quarters / 4) * (2 * kPi));
}

double Exp(double x) {
  // Ends beyond which the result does not change.
  const double within = std::clamp(x, -750.0, 720.0);
  const double power = std::floor(within * (1 / (kLn2High + kLn2Low)) + 0.5);
  const double high = within - power * kLn2High, low = power * kLn2Low;
  const double r = high - low;
  // r^2 / 2! + r^3 / 3! + ... + r^15 / 15!: the first term left out is below 3e-21. What r lost of
  // high - low counts at the end.
  double sum = 1.0 / 15;
  for (int n = 14; n >= 2; --n) sum = (1 + r * sum) / n;
  const double lost = (high - r) - low;
  const double series = 1 + (r + (r * r * sum + lost));
  // In two steps, since the power may be one of a subnormal number or of infinity.
  const auto half = static_cast<int>(power) / 2;
  return series * PowerOfTwo(half) * PowerOfTwo(static_cast<int>(power) - half);
}

double Log(double x) {
  // x = 2^power m with m from sqrt(1/2) on: the bits above those of sqrt(1/2) count powers.
  const auto bits = std::bit_cast<int64_t>(x);
  const int64_t power = (bits - std::bit_cast<int64_t>(0x1.6a09e667f3bcdp-1)) >> 52;
  const double m = std::bit_cast<double>(bits - (power << 52));
  const double f = m - 1, s = f / (m + 1), square = s * s;
  // s^2 / 3 + s^4 / 5 + ... + s^22 / 23: the first term left out is below 3e-20.
  double sum = 0;
  for (int n = 23; n >= 3; n -= 2) sum = square * (1.0 / n + sum);
  // 2 s = f - s f without the quotient's error.
  const auto whole = static_cast<double>(power);
  return whole * kLn2High + (f - (s * (f - 2 * sum) - whole * kLn2Low));
}

float ToFloat(double x) {
  constexpr double kMax = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(x, -kMax, kMax));
}

}  // namespace cobble
