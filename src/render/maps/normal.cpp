// The map `normal`: (-strength h_x, +- strength h_y, 1), normalised.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps/normal.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <algorithm>
#include <array>

#include "core/simd-inl.h"
#include "render/maps/map.h"
#include "render/maps/slopes-inl.h"
#include "render/maps/table.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// `factors` convert the slopes to x and y of the unnormalised normal.
void NormalRow(const float* factors, const float* const* slope, int n, float* const* out) {
  const F32 d;
  const VF scale_x = Broadcast(factors[0]), scale_y = Broadcast(factors[1]);
  for (int k = 0; k < n; k += static_cast<int>(hn::MaxLanes(d))) {
    const Direction normal =
        NormalOf(hn::Load(d, slope[0] + k) * scale_x, hn::Load(d, slope[1] + k) * scale_y);
    hn::Store(normal.x, d, out[0] + k);
    hn::Store(normal.y, d, out[1] + k);
    hn::Store(normal.z, d, out[2] + k);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

MapFunction MakeNormal(const MapSetup& setup) {
  const auto row = COBBLE_SELECT(NormalRow, setup.simd_target);
  const double up = setup.recipe.normal.y == NormalY::kUp ? 1 : -1;
  const std::array factors{static_cast<float>(setup.tilt(0)),
                           static_cast<float>(up * setup.tilt(1))};
  return [=](const MapInput& in, int n, float* const* scratch, const float** planes) {
    row(factors.data(), in.slope, n, scratch);
    std::copy_n(scratch, 3, planes);
  };
}

}  // namespace cobble
#endif  // HWY_ONCE
