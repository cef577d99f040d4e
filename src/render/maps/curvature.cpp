// The map `curvature`: 0.5 + 0.5 x, x = minus half the divergence of strength * slope, times scale,
// limited to -1..1. The divergence is that of exact slopes `radius` pixels to each side.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps/curvature.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/simd-inl.h"
#include "render/maps/finite-inl.h"
#include "render/maps/map.h"
#include "render/maps/table.h"

#ifndef COBBLE_RENDER_MAPS_CURVATURE_ONCE_
#define COBBLE_RENDER_MAPS_CURVATURE_ONCE_
namespace cobble {

// Slopes in P's x, of the pixels `radius` to the left and right, and in P's y, above and below.
struct CurvatureInput {
  const float *left, *right, *above, *below;
};

}  // namespace cobble
#endif

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// x limited to -1..1, as a sample. In: not NaN.
HWY_INLINE VF Coded(VF x) {
  const VF half = Broadcast(0.5f);
  return Fma(hn::Min(hn::Max(x, Broadcast(-1.0f)), Broadcast(1.0f)), half, half);
}

// factors: of the differences in x and y. Nearly always all is finite, as one comparison at the end
// shows; then every step of the slow way below would have left its number as it was.
void CurvatureRow(const float* factors, const CurvatureInput& in, int n, float* out) {
  const F32 d;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(d));
  const VF scale_x = Broadcast(factors[0]), scale_y = Broadcast(factors[1]);
  VF none = hn::Zero(d);  // 0 as long as all are finite, else NaN
  for (int k = 0; k < n; k += kLanes) {
    const VF dx = hn::LoadU(d, in.right + k) - hn::LoadU(d, in.left + k);
    const VF dy = hn::LoadU(d, in.below + k) - hn::LoadU(d, in.above + k);
    const VF x = Fma(dx, scale_x, dy * scale_y);
    none = none + (x - x);
    hn::Store(Coded(x), d, out + k);
  }
  if (hn::AllTrue(d, none == hn::Zero(d))) return;
  for (int k = 0; k < n; k += kLanes) {
    const auto slope = [&](const float* at) { return Finite(hn::LoadU(d, at + k)); };
    const VF dx = Finite(slope(in.right) - slope(in.left));
    const VF dy = Finite(slope(in.below) - slope(in.above));
    hn::Store(Coded(Fma(dx, scale_x, Finite(dy * scale_y))), d, out + k);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {
namespace {

HWY_EXPORT(CurvatureRow);

class CurvatureMap final : public MapFunction {
 public:
  explicit CurvatureMap(const MapSetup& setup)
      : radius_(CurvatureHalo(setup.recipe)), row_(COBBLE_SELECT(CurvatureRow, setup.simd_target)) {
    // Pixels are 1 / width wide in both directions, as slopes are a picture width.
    const Recipe& recipe = setup.recipe;
    const double span = 2 * static_cast<double>(radius_) / static_cast<double>(recipe.width);
    const double factor = -0.5 * recipe.normal.strength * recipe.curvature.scale / span;
    for (int a = 0; a < 2; ++a) factors_[a] = LimitedToFloat(factor * setup.heights.slope[a]);
  }

  void Run(const MapInput& in, int n, float* const* room,
           const float** planes) const noexcept override {
    const HaloRing& around = *in.around;
    const CurvatureInput slopes{.left = around.SlopeX(in.row, in.column - radius_),
                                .right = around.SlopeX(in.row, in.column + radius_),
                                .above = around.SlopeY(in.row - radius_, in.column),
                                .below = around.SlopeY(in.row + radius_, in.column)};
    row_(factors_, slopes, n, room[0]);
    planes[0] = room[0];
  }

 private:
  int64_t radius_;
  float factors_[2];
  void (*row_)(const float* factors, const CurvatureInput& in, int n, float* out);
};

}  // namespace

int64_t CurvatureHalo(const Recipe& recipe) {
  const double radius = recipe.curvature.radius * static_cast<double>(recipe.width);
  return std::max<int64_t>(std::llround(radius), 1);
}

std::unique_ptr<const MapFunction> MakeCurvature(const MapSetup& setup) {
  return std::make_unique<CurvatureMap>(setup);
}

}  // namespace cobble
#endif  // HWY_ONCE
