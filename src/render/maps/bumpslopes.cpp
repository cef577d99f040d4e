// The map `bumpslopes`: the height, its slopes s and t per texel or per picture, and their moments
// s^2, t^2 and s t. Coarser mip levels, which the file format makes, hold means of all six, which
// tell a renderer how rough the surface within a texel is.
// Based on: Marc Olano, Dan Baker, LEAN Mapping, 2010. Channels: OpenImageIO, maketx --bumpslopes.
// Departs: the slopes are exact, where maketx takes differences of texels.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps/bumpslopes.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <algorithm>
#include <array>

#include "core/math.h"
#include "core/simd-inl.h"
#include "recipe/fields/picture_steps.h"
#include "render/maps/map.h"
#include "render/maps/slopes-inl.h"
#include "render/maps/table.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// `factors` convert the slopes to s and t. Out: s, t, s^2, t^2, s t.
void BumpslopesRow(const float* factors, const float* const* slope, int n, float* const* out) {
  const F32 d;
  const VF scale_s = Broadcast(factors[0]), scale_t = Broadcast(factors[1]);
  for (int k = 0; k < n; k += static_cast<int>(hn::MaxLanes(d))) {
    const VF s = Finite(hn::Load(d, slope[0] + k) * scale_s);
    const VF t = Finite(hn::Load(d, slope[1] + k) * scale_t);
    hn::Store(s, d, out[0] + k);
    hn::Store(t, d, out[1] + k);
    hn::Store(Finite(s * s), d, out[2] + k);
    hn::Store(Finite(t * t), d, out[3] + k);
    hn::Store(Finite(s * t), d, out[4] + k);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

// The slopes h_x and h_y are per picture width, which is steps.x texels in both directions.
MapFunction MakeBumpslopes(const MapSetup& setup) {
  const PictureSteps steps = StepsOf(setup.recipe);
  const double sides[2] = {static_cast<double>(steps.x), static_cast<double>(steps.y)};
  const double signs[2] = {1, setup.flip_y()};
  const double uv_scale = setup.recipe.bumpslopes.uvslopes_scale;
  std::array<float, 2> factors;
  for (std::size_t a = 0; a < 2; ++a) {
    const double per_texel = signs[a] * setup.heights.slope[a] / sides[0];
    factors[a] = ToFloat(uv_scale > 0 ? per_texel * (sides[a] / uv_scale) : per_texel);
  }
  const MapFunction height = MakeHeight(setup);
  const auto row = COBBLE_SELECT(BumpslopesRow, setup.simd_target);
  return [=](const MapInput& in, int n, float* const* scratch, const float** planes) {
    height(in, n, scratch, planes);
    row(factors.data(), in.slope, n, scratch + 1);
    std::copy_n(scratch + 1, 5, planes + 1);
  };
}

}  // namespace cobble
#endif  // HWY_ONCE
