// The two functions that Highway's headers ask of its library: which of its targets this CPU runs,
// and where it keeps the choice. They stand here so that the library need not be loaded: as that
// happens it measures how fine a clock is, which takes longer than all else before the first pixel
// (4 ms of 7, on a Zen 3).
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "hwy/highway.h"

namespace hwy {
namespace {

#if defined(__x86_64__)

// What __builtin_cpu_supports does not know in clang 14. The system's consent to AVX it knows.
bool HasHalvesAndZeroCount() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  const bool halves = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C) != 0;
  return halves && __get_cpuid(0x80000001, &a, &b, &c, &d) && (c & bit_LZCNT) != 0;
}

int64_t TargetsOfCpu() {
  int64_t targets = 0;
  if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("aes") ||
      !__builtin_cpu_supports("pclmul"))
    return targets;
  targets |= HWY_SSE4;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") || !HasHalvesAndZeroCount())
    return targets;
  targets |= HWY_AVX2;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd"))
    targets |= HWY_AVX3;
  return targets;
}

#else

int64_t TargetsOfCpu() { return 0; }  // what the compiler may assume is all there is

#endif

}  // namespace

int64_t SupportedTargets() {
  static const int64_t targets = TargetsOfCpu() | HWY_STATIC_TARGET;
  return targets;
}

// Asked for by what HWY_EXPORT makes; cobble's levels are chosen by COBBLE_SELECT alone.
ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

}  // namespace hwy
