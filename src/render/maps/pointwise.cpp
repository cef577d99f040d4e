// The maps that are computed from the value and the slopes of a pixel alone.
//   height      h, not clamped to 0..1
//   value       the noise's value, unchanged
//   elevation   the value in metres of the world, rounded once
//   slope       (h_x, h_y), clamped to finite values
//   normal      (-strength h_x, +- strength h_y, 1), normalised
//   bumpslopes  the height, its slopes s and t per texel or per picture, and their moments s^2, t^2
//               and s t. Coarser mip levels, which the file format makes, hold means of all six,
//               which tell a renderer how rough the surface within a texel is.
// Based on (bumpslopes): Marc Olano, Dan Baker, LEAN Mapping, 2010. Channels: OpenImageIO, maketx
// --bumpslopes. Departs: the slopes are exact, where maketx takes differences of texels.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps/pointwise.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <algorithm>
#include <array>
#include <limits>

#include "core/math.h"
#include "core/simd-inl.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/fields/world.h"
#include "render/maps/map.h"
#include "render/maps/slopes-inl.h"
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

// In double, as elevations are computed elsewhere. Ground without a range is flat, as for height.
MapFunction MakeElevation(const MapSetup& setup) {
  ValueScale scale =
      ValueScaleOf(setup.recipe, Bounds{setup.range.low, setup.range.high}).value_or(ValueScale{});
  if (setup.heights.rise == 0) {
    const WorldScale world = *WorldScaleOf(setup.recipe);
    scale = {.rise = 0, .base = world.base + world.rise / 2};
  }
  return [=](const MapInput& in, int n, float* const* scratch, const float** planes) {
    for (int k = 0; k < n; ++k) scratch[0][k] = ToFloat(scale.InMetres(double{in.value[k]}));
    planes[0] = scratch[0];
  };
}

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
