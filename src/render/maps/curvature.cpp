// The map `curvature`: 0.5 + 0.5 x, where x is -scale / 2 times the divergence of strength * slope,
// clamped to -1..1. The divergence is computed from central differences of exact slopes, `radius`
// pixels to each side.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps/curvature.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <array>
#include <cstdint>

#include "core/math.h"
#include "core/simd-inl.h"
#include "recipe/fields/picture_steps.h"
#include "render/maps/map.h"
#include "render/maps/slopes-inl.h"
#include "render/maps/table.h"

#ifndef COBBLE_RENDER_MAPS_CURVATURE_ONCE_
#define COBBLE_RENDER_MAPS_CURVATURE_ONCE_
namespace cobble {

// Slopes along x `radius` columns to the left and right, and along y `radius` rows above and below.
struct CurvatureInput {
  const float *left, *right, *above, *below;
};

}  // namespace cobble
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// 0.5 + 0.5 x, with x clamped to -1..1. In: not NaN.
HWY_INLINE VF EncodeSample(VF x) {
  const VF half = Broadcast(0.5f);
  return Fma(hn::Min(hn::Max(x, Broadcast(-1.0f)), Broadcast(1.0f)), half, half);
}

// `factors` scale the finite differences in x and y. Results are nearly always finite, which one
// comparison at the end confirms. For finite results the slow path below gives the same numbers.
void CurvatureRow(const float* factors, const CurvatureInput& in, int n, float* out) {
  const F32 d;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(d));
  const VF scale_x = Broadcast(factors[0]), scale_y = Broadcast(factors[1]);
  VF nonfinite = hn::Zero(d);  // 0 while all results are finite, NaN afterwards
  for (int k = 0; k < n; k += kLanes) {
    const VF dx = hn::LoadU(d, in.right + k) - hn::LoadU(d, in.left + k);
    const VF dy = hn::LoadU(d, in.below + k) - hn::LoadU(d, in.above + k);
    const VF x = Fma(dx, scale_x, dy * scale_y);
    nonfinite = nonfinite + (x - x);
    hn::Store(EncodeSample(x), d, out + k);
  }
  if (hn::AllTrue(d, nonfinite == hn::Zero(d))) return;
  for (int k = 0; k < n; k += kLanes) {
    const auto slope = [&](const float* at) { return Finite(hn::LoadU(d, at + k)); };
    const VF dx = Finite(slope(in.right) - slope(in.left));
    const VF dy = Finite(slope(in.below) - slope(in.above));
    hn::Store(EncodeSample(Fma(dx, scale_x, Finite(dy * scale_y))), d, out + k);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

int64_t CurvatureHalo(const Recipe& recipe) {
  return RadiusInPixels(recipe.curvature.radius, recipe);
}

MapFunction MakeCurvature(const MapSetup& setup) {
  const auto row = COBBLE_SELECT(CurvatureRow, setup.simd_target);
  const Recipe& recipe = setup.recipe;
  const int64_t radius = CurvatureHalo(recipe);
  // Like slopes, distances are in picture widths.
  const double span = 2 * static_cast<double>(radius) / static_cast<double>(StepsOf(recipe).x);
  const double factor = -0.5 * recipe.normal.strength * recipe.curvature.scale / span;
  const std::array factors{ToFloat(factor * setup.heights.slope[0]),
                           ToFloat(factor * setup.heights.slope[1])};
  return [=](const MapInput& in, int n, float* const* scratch, const float** planes) {
    if ((planes[0] = in.PictureOf(Map::kCurvature)) != nullptr) return;
    const HaloRing& ring = *in.ring;
    const CurvatureInput slopes{.left = ring.SlopeX(in.row, in.column - radius),
                                .right = ring.SlopeX(in.row, in.column + radius),
                                .above = ring.SlopeY(in.row - radius, in.column),
                                .below = ring.SlopeY(in.row + radius, in.column)};
    row(factors.data(), slopes, n, scratch[0]);
    planes[0] = scratch[0];
  };
}

}  // namespace cobble
#endif  // HWY_ONCE
