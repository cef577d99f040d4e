// The C library rounds once.
#include "support/exact_fma.h"

#include <cmath>

namespace cobble::test {

float ExactFma(float a, float b, float c) { return std::fma(a, b, c); }
double ExactFma(double a, double b, double c) { return std::fma(a, b, c); }

}  // namespace cobble::test
