// a * b + c, rounded once, as the oracle of Fma.
#pragma once

namespace cobble::test {

float ExactFma(float a, float b, float c);
double ExactFma(double a, double b, double c);

}  // namespace cobble::test
