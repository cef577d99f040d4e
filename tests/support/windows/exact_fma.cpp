// mingw-w64's C library rounds twice, so the processor computes it, which must have FMA.
#include "support/exact_fma.h"

#include <immintrin.h>

namespace cobble::test {

__attribute__((target("fma"))) float ExactFma(float a, float b, float c) {
  return _mm_cvtss_f32(_mm_fmadd_ss(_mm_set_ss(a), _mm_set_ss(b), _mm_set_ss(c)));
}
__attribute__((target("fma"))) double ExactFma(double a, double b, double c) {
  return _mm_cvtsd_f64(_mm_fmadd_sd(_mm_set_sd(a), _mm_set_sd(b), _mm_set_sd(c)));
}

}  // namespace cobble::test
