// Sine, cosine, exponential, logarithm and normal quantiles from IEEE + - * / sqrt only.
#include "core/math.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace cobble {
namespace {

// ln 2 = high + low. The last bits of `high` are 0, so that its product with any exponent is exact.
constexpr double kLn2High = 0x1.62e42feep-1, kLn2Low = 0x1.a39ef35793c76p-33;

// Returns the sum of (-1)^k x^(2k + first) / (2k + first)! for k = 0 .. 9, by Horner's rule: sin x
// for first = 1, cos x for first = 0. In: |x| <= pi/4. The first omitted term is below 2e-21.
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

// Returns the sine and cosine of `quarters` quarter turns (an integer) plus `rest` radians.
SinCos SinCosOfQuarters(double quarters, double rest) {
  const double s = AlternatingSeries(rest, 1), c = AlternatingSeries(rest, 0);
  const auto quadrant = static_cast<int>(quarters - 4 * std::floor(quarters / 4));
  const std::array<SinCos, 4> turned{{{s, c}, {c, -s}, {-s, -c}, {-c, s}}};
  return turned[static_cast<std::size_t>(quadrant)];
}

// Returns 2^power. In: -1022 <= power <= 1023.
double PowerOfTwo(int power) {
  return std::bit_cast<double>(static_cast<uint64_t>(power + 1023) << 52);
}

}  // namespace

// Both reductions are exact: the rest is a multiple of the angle's last bit, and smaller than it.
SinCos SinCosDegrees(double degrees) {
  const double quarters = std::floor(degrees / 90 + 0.5);
  return SinCosOfQuarters(quarters, (degrees - quarters * 90) * (kPi / 180));
}

SinCos SinCosTurns(double turns) {
  const double quarters = std::floor(turns * 4 + 0.5);
  return SinCosOfQuarters(quarters, (turns - quarters / 4) * (2 * kPi));
}

double Exp(double x) {
  // Beyond these limits the result is 0 or infinity anyway.
  const double within = std::clamp(x, -750.0, 720.0);
  const double power = std::floor(within * (1 / (kLn2High + kLn2Low)) + 0.5);
  const double high = within - power * kLn2High, low = power * kLn2Low;
  const double r = high - low;
  // r^2 / 2! + r^3 / 3! + ... + r^15 / 15!: the first omitted term is below 3e-21. `lost` is the
  // rounding error of r = high - low, added at the end.
  double sum = 1.0 / 15;
  for (int n = 14; n >= 2; --n) sum = (1 + r * sum) / n;
  const double lost = (high - r) - low;
  const double series = 1 + (r + (r * r * sum + lost));
  // In two steps, since 2^power itself may be subnormal or infinite.
  const auto half = static_cast<int>(power) / 2;
  return series * PowerOfTwo(half) * PowerOfTwo(static_cast<int>(power) - half);
}

double Log(double x) {
  // x = 2^power m, sqrt(1/2) <= m < sqrt 2. Less the bits of sqrt(1/2), its exponent is the power.
  const auto bits = std::bit_cast<int64_t>(x);
  const int64_t power = (bits - std::bit_cast<int64_t>(0x1.6a09e667f3bcdp-1)) >> 52;
  const double m = std::bit_cast<double>(bits - (power << 52));
  const double f = m - 1, s = f / (m + 1), square = s * s;
  // s^2 / 3 + s^4 / 5 + ... + s^22 / 23: the first omitted term is below 3e-20.
  double sum = 0;
  for (int n = 23; n >= 3; n -= 2) sum = square * (1.0 / n + sum);
  // 2 s = f - s f, which keeps the rounding error of the quotient s out of the leading term.
  const auto whole = static_cast<double>(power);
  return whole * kLn2High + (f - (s * (f - 2 * sum) - whole * kLn2Low));
}

// Rational functions of p in the middle, and of the root of -ln p in the tails.
double NormalQuantile(double p) {
  const double q = p - 0.5;
  if (std::abs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * (3.3871327179 + r * (50.434271938 + r * (159.29113202 + r * 59.109374720))) /
           (1 + r * (17.895169469 + r * (78.757757664 + r * 67.187563600)));
  }
  const double tail = std::sqrt(-Log(std::min(p, 1 - p)));
  double quantile;
  if (tail <= 5) {
    const double r = tail - 1.6;
    quantile = (1.4234372777 + r * (2.7568153900 + r * (1.3067284816 + r * 0.17023821103))) /
               (1 + r * (0.73700164250 + r * 0.12021132975));
  } else {
    const double r = tail - 5;
    quantile = (6.6579051150 + r * (3.0812263860 + r * (0.42868294337 + r * 0.017337203997))) /
               (1 + r * (0.24197894225 + r * 0.012258202635));
  }
  return q < 0 ? -quantile : quantile;
}

}  // namespace cobble
