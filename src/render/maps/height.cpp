// The maps `height`: h, not clamped to 0..1, and `value`: the noise's value, unchanged.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps/height.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <limits>

#include "core/simd-inl.h"
#include "render/maps/map.h"
#include "render/maps/table.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

void HeightRow(const HeightScale& height, const float* value, int n, float* out) {
  const F32 d;
  const VF low = Broadcast(height.low), scale = Broadcast(height.scale),
           offset = Broadcast(height.offset);
  // Large values over a narrow range may overflow float32.
  const VF maximum = Broadcast(std::numeric_limits<float>::max());
  for (int k = 0; k < n; k += static_cast<int>(hn::MaxLanes(d))) {
    const VF h = Fma(hn::Load(d, value + k) - low, scale, offset);
    hn::Store(hn::Min(hn::Max(h, hn::Neg(maximum)), maximum), d, out + k);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

// In: plane of the program's maps, or -1 for the noise's value.
MapFunction MakeNodeHeight(const MapSetup& setup, const HeightScale& heights, int plane) {
  const auto row = COBBLE_SELECT(HeightRow, setup.simd_target);
  return [=](const MapInput& in, int n, float* const* scratch, const float** planes) {
    const float* const value = plane < 0 ? in.value : in.maps[plane];
    planes[0] = heights.keep ? value : scratch[0];
    if (!heights.keep) row(heights, value, n, scratch[0]);
  };
}

MapFunction MakeHeight(const MapSetup& setup) { return MakeNodeHeight(setup, setup.heights, -1); }

MapFunction MakeValue(const MapSetup&) {
  return [](const MapInput& in, int, float* const*, const float** planes) { planes[0] = in.value; };
}

}  // namespace cobble
#endif  // HWY_ONCE
