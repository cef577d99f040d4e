// The SIMD levels of this build, from Highway's list of targets.
#include "core/simd_level.h"

#include "hwy/highway.h"

namespace cobble {
namespace {

// Both of Highway's scalar targets are called "scalar": a build has HWY_SCALAR (g++) or HWY_EMU128
// (clang), never both.
constexpr struct {
  int64_t target;
  std::string_view name;
} kTargets[] = {{HWY_AVX3, "avx3"}, {HWY_AVX2, "avx2"},     {HWY_SSE4, "sse4"},
                {HWY_NEON, "neon"}, {HWY_EMU128, "scalar"}, {HWY_SCALAR, "scalar"}};

}  // namespace

const std::vector<SimdLevel>& SimdLevels() {
  static const std::vector<SimdLevel> levels = [] {
    std::vector<SimdLevel> found;
    const int64_t supported = hwy::SupportedTargets() | HWY_STATIC_TARGET;
    for (const auto& entry : kTargets) {
      if (HWY_TARGETS & entry.target)
        found.push_back({entry.name, entry.target, (supported & entry.target) != 0});
    }
    return found;
  }();
  return levels;
}

const SimdLevel* FindSimdLevel(std::string_view name) {
  for (const SimdLevel& level : SimdLevels())
    if (name == "auto" ? level.is_supported : level.name == name) return &level;
  return nullptr;
}

}  // namespace cobble
