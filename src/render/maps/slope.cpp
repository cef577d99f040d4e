// The map `slope`: (h_x, h_y), clamped to finite values.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps/slope.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <array>

#include "core/simd-inl.h"
#include "render/maps/map.h"
#include "render/maps/slopes-inl.h"
#include "render/maps/table.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// Computes out = Finite(slope * scale). Products are nearly always finite, which one comparison at
// the end confirms.
void SlopeRow(const float* slope, float scale, int n, float* out) {
  const F32 d;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(d));
  const VF factor = Broadcast(scale);
  VF nonfinite = hn::Zero(d);  // 0 while all products are finite, NaN afterwards
  for (int k = 0; k < n; k += kLanes) {
    const VF x = hn::Load(d, slope + k) * factor;
    nonfinite = nonfinite + (x - x);
    hn::Store(x, d, out + k);
  }
  if (hn::AllTrue(d, nonfinite == hn::Zero(d))) return;
  for (int k = 0; k < n; k += kLanes) hn::Store(Finite(hn::Load(d, out + k)), d, out + k);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

MapFunction MakeSlope(const MapSetup& setup) {
  const auto row = COBBLE_SELECT(SlopeRow, setup.simd_target);
  const std::array factors{static_cast<float>(setup.heights.slope[0]),
                           static_cast<float>(setup.flip_y() * setup.heights.slope[1])};
  return [=](const MapInput& in, int n, float* const* scratch, const float** planes) {
    for (std::size_t a = 0; a < 2; ++a) {
      row(in.slope[a], factors[a], n, scratch[a]);
      planes[a] = scratch[a];
    }
  };
}

}  // namespace cobble
#endif  // HWY_ONCE
