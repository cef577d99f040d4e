// a * b + c, rounded once, as the oracle of Fma.
#ifndef COBBLE_TESTS_SUPPORT_EXACT_FMA_H_
#define COBBLE_TESTS_SUPPORT_EXACT_FMA_H_

namespace cobble::test {

float ExactFma(float a, float b, float c);
double ExactFma(double a, double b, double c);

}  // namespace cobble::test

#endif  // COBBLE_TESTS_SUPPORT_EXACT_FMA_H_
