// Sine and cosine from IEEE + - * / alone.
#include "core/math.h"

#include <array>
#include <cmath>

namespace cobble {
namespace {

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

}  // namespace

SinCos SinCosDegrees(double degrees) {
  constexpr double kPi = 3.14159265358979323846;
  // Quarter turns and the rest, -45..45: both exact, since the rest is a multiple of the last bit
  // of `degrees` and smaller than it.
  const double quarters = std::floor(degrees / 90 + 0.5);
  const double rest = (degrees - quarters * 90) * (kPi / 180);
  const double s = AlternatingSeries(rest, 1), c = AlternatingSeries(rest, 0);
  const auto quadrant = static_cast<int>(quarters - 4 * std::floor(quarters / 4));
  const std::array<SinCos, 4> turned{{{s, c}, {c, -s}, {-s, -c}, {-c, s}}};
  return turned[static_cast<std::size_t>(quadrant)];
}

}  // namespace cobble
