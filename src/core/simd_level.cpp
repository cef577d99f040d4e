// The SIMD levels of this build, from Highway's list of targets.
#include "core/simd_level.h"

#include <algorithm>
#include <string>

#include "cobble/error.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "hwy/highway.h"
#if HWY_ARCH_X86
#include <cpuid.h>
#endif

namespace cobble {
namespace {

constexpr struct {
  int64_t target;
  std::string_view name;
} kTargets[] = {{HWY_AVX3, "avx3"}, {HWY_AVX2, "avx2"}, {HWY_SSE4, "sse4"},
                {HWY_NEON, "neon"}, {HWY_WASM, "wasm"}, {HWY_SCALAR, "scalar"}};

#if HWY_ARCH_X86

// Clang 14 cannot test for these two by name.
bool HasF16c() {
  unsigned a, b, c, d;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}
bool HasLzcnt() {
  unsigned a, b, c, d;
  return __get_cpuid(0x80000001, &a, &b, &c, &d) != 0 && (c & bit_LZCNT) != 0;
}

// Returns the targets whose instructions this machine has and whose registers its kernel saves.
// Same as hwy::SupportedTargets, without Highway's library, which calibrates a clock when it is
// loaded: 4 ms, four times as long as a program takes to start (measured, Highway 1.0.3).
int64_t SupportedTargets() {
  const bool has_sse4 = __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
                        __builtin_cpu_supports("aes") && __builtin_cpu_supports("pclmul");
  const bool has_avx2 = has_sse4 && __builtin_cpu_supports("avx2") &&
                        __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                        __builtin_cpu_supports("fma") && HasF16c() && HasLzcnt();
  const bool has_avx3 = has_avx2 && __builtin_cpu_supports("avx512f") &&
                        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd");
  return (has_sse4 ? HWY_SSE4 : 0) | (has_avx2 ? HWY_AVX2 : 0) | (has_avx3 ? HWY_AVX3 : 0);
}

#else

int64_t SupportedTargets() { return 0; }  // besides the static target

#endif

}  // namespace

const std::vector<SimdLevel>& SimdLevels() {
  static const std::vector<SimdLevel> levels = [] {
    std::vector<SimdLevel> found;
    const int64_t supported = SupportedTargets() | HWY_STATIC_TARGET;
    for (const auto& entry : kTargets) {
      if (HWY_TARGETS & entry.target)
        found.push_back({entry.name, entry.target, (supported & entry.target) != 0});
    }
    return found;
  }();
  return levels;
}

const std::vector<std::string_view>& MissingSimdLevels() {
  static const std::vector<std::string_view> missing = [] {
    std::vector<std::string_view> names;
#if HWY_ARCH_X86
    for (const auto& entry : kTargets) {
      const bool is_of_x86 = entry.target <= HWY_SSE4;  // the scalar one is never missing
      if (is_of_x86 && (HWY_TARGETS & entry.target) == 0) names.push_back(entry.name);
    }
#endif
    return names;
  }();
  return missing;
}

const SimdLevel* FindSimdLevel(std::string_view name) {
  for (const SimdLevel& level : SimdLevels())
    if (name == "auto" ? level.is_supported : level.name == name) return &level;
  return nullptr;
}

const SimdLevel& SupportedSimdLevel(std::string_view name) {
  const SimdLevel* const level = FindSimdLevel(name);
  if (level != nullptr && level->is_supported) return *level;
  if (std::ranges::count(MissingSimdLevels(), name) > 0)
    throw Error::At(ErrorKind::kUsage, "simd",
                    "this build of cobble lacks the SIMD level " + Quoted(name),
                    "scripts/build cobble adds it");
  std::vector<std::string_view> names{"auto"};
  for (const SimdLevel& each : SimdLevels())
    if (each.is_supported) names.push_back(each.name);
  const std::string supported = ListText(names, ", ");
  if (level != nullptr)
    throw Error::At(ErrorKind::kUsage, "simd",
                    "SIMD level " + Quoted(name) + " is not supported on this machine",
                    "use one of " + supported);
  throw Error::At(ErrorKind::kUsage, "simd",
                  "must be one of " + supported + ", got " + Quoted(name), DidYouMean(name, names));
}

}  // namespace cobble
