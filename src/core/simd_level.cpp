// The SIMD levels of this build, read off Highway's list of targets.
#include "core/simd_level.h"

#include "hwy/highway.h"

namespace cobble {
namespace {

// Where there are no vector instructions, g++ builds have one of Highway's two targets, clang's the
// other.
constexpr struct {
  int64_t target;
  std::string_view name;
} kKnown[] = {{HWY_AVX3, "avx3"}, {HWY_AVX2, "avx2"},     {HWY_SSE4, "sse4"},
              {HWY_NEON, "neon"}, {HWY_EMU128, "scalar"}, {HWY_SCALAR, "scalar"}};

}  // namespace

const std::vector<SimdLevel>& SimdLevels() {
  static const std::vector<SimdLevel> levels = [] {
    std::vector<SimdLevel> found;
    const int64_t here = hwy::SupportedTargets() | HWY_STATIC_TARGET;
    for (const auto& known : kKnown) {
      if (HWY_TARGETS & known.target)
        found.push_back({known.name, known.target, (here & known.target) != 0});
    }
    return found;
  }();
  return levels;
}

const SimdLevel* FindSimdLevel(std::string_view name) {
  for (const SimdLevel& level : SimdLevels())
    if (name == "auto" ? level.runs : level.name == name) return &level;
  return nullptr;
}

}  // namespace cobble
