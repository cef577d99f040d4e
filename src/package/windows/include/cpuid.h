// clang's <cpuid.h> without its function __cpuidex, which mingw-w64's <intrin.h> defines as well.
#define __cpuidex cobble_clang_cpuidex
#include_next <cpuid.h>
#undef __cpuidex
