// With integers: WebAssembly has no such instruction, and musl's fmaf rounds subnormals twice.
#include "support/exact_fma.h"

#include <cmath>
#include <cstdint>
#include <utility>

namespace cobble::test {
namespace {

// An integer of up to 124 bits, times 2^exponent.
struct Wide {
  __int128 integer = 0;
  int exponent = 0;
};

// In: finite, not 0. The integer has 53 bits, followed by kRoom zeros.
constexpr int kRoom = 70;
Wide WideOf(double x) {
  int exponent = 0;
  const auto bits = static_cast<int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  return {static_cast<__int128>(bits) * (__int128{1} << kRoom), exponent - 53 - kRoom};
}

// Shifts to the right. If that drops a 1, sets the last bit, so that rounding stays correct.
__int128 ShiftToOdd(__int128 integer, int bits) {
  if (bits >= 126) return integer < 0 ? -1 : 1;
  const __int128 shifted = integer >> bits;
  return shifted * (__int128{1} << bits) == integer ? shifted : shifted | 1;
}

}  // namespace

float ExactFma(float a, float b, float c) {
  const double product = double{a} * double{b};  // exact
  if (!std::isfinite(product) || !std::isfinite(c) || product == 0 || c == 0)
    return static_cast<float>(product + double{c});
  Wide high = WideOf(product), low = WideOf(c);
  if (high.exponent < low.exponent) std::swap(high, low);
  __int128 sum = high.integer + ShiftToOdd(low.integer, high.exponent - low.exponent);
  int exponent = high.exponent;
  for (; sum >= __int128{1} << 53 || sum <= -(__int128{1} << 53); ++exponent)
    sum = ShiftToOdd(sum, 1);
  return static_cast<float>(std::ldexp(static_cast<double>(static_cast<int64_t>(sum)), exponent));
}

// musl computes it with integers.
double ExactFma(double a, double b, double c) { return std::fma(a, b, c); }

}  // namespace cobble::test
