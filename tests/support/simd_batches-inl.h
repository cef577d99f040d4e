// The loop over vectors for tests of SIMD functions. Compiled once per SIMD target; include it
// inside the foreach_target pattern.
#include "core/simd-inl.h"

#if defined(COBBLE_TESTS_SUPPORT_SIMD_BATCHES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef COBBLE_TESTS_SUPPORT_SIMD_BATCHES_INL_H_
#undef COBBLE_TESTS_SUPPORT_SIMD_BATCHES_INL_H_
#else
#define COBBLE_TESTS_SUPPORT_SIMD_BATCHES_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Calls body(k) for each vector of type D of n numbers; n is a multiple of every vector length.
template <class D, class Body>
void ForEachVector(D d, std::size_t n, const Body& body) {
  for (std::size_t k = 0; k < n; k += hn::Lanes(d)) body(k);
}

// out[k] = function(in[k]...) for k < n. Arrays are aligned for vectors, as in a test::Batch.
template <typename Number, class Function, typename... Numbers>
void Map(std::size_t n, Number* out, const Function& function, const Numbers*... in) {
  const hn::ScalableTag<Number> d;
  ForEachVector(d, n,
                [&](std::size_t k) { hn::Store(function(hn::Load(d, in + k)...), d, out + k); });
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#endif  // include guard, toggled for each target
