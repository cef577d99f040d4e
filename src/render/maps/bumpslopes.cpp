// The map `bumpslopes`: the height, its slopes s and t per texel or per picture, and their moments
// s^2, t^2 and s t. Coarser mip levels, which the file format makes, hold means of all six, which
// tell a renderer how rough the surface within a texel is.
// Based on: Marc Olano, Dan Baker, LEAN Mapping, 2010. Channels: OpenImageIO, maketx --bumpslopes.
// Departs: the slopes are exact, where maketx takes differences of texels.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps/bumpslopes.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <memory>

#include "core/math.h"
#include "core/simd-inl.h"
#include "recipe/fields/picture_steps.h"
#include "render/maps/finite-inl.h"
#include "render/maps/map.h"
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
namespace {

class BumpslopesMap final : public MapFunction {
 public:
  // The slopes h_x and h_y are per picture width, which is steps.x texels in both directions.
  explicit BumpslopesMap(const MapSetup& setup)
      : height_(MakeHeight(setup)), row_(COBBLE_SELECT(BumpslopesRow, setup.simd_target)) {
    const PictureSteps steps = StepsOf(setup.recipe);
    const double sides[2] = {static_cast<double>(steps.x), static_cast<double>(steps.y)};
    const double signs[2] = {1, setup.flip_y()};
    const double uv_scale = setup.recipe.bumpslopes.uvslopes_scale;
    for (int a = 0; a < 2; ++a) {
      const double per_texel = signs[a] * setup.heights.slope[a] / sides[0];
      factors_[a] = ToFloat(uv_scale > 0 ? per_texel * (sides[a] / uv_scale) : per_texel);
    }
  }

  void Run(const MapInput& in, int n, float* const* scratch,
           const float** planes) const noexcept override {
    height_->Run(in, n, scratch, planes);
    row_(factors_, in.slope, n, scratch + 1);
    for (int c = 1; c < 6; ++c) planes[c] = scratch[c];
  }

 private:
  std::unique_ptr<const MapFunction> height_;
  float factors_[2];
  void (*row_)(const float* factors, const float* const* slope, int n, float* const* out);
};

}  // namespace

std::unique_ptr<const MapFunction> MakeBumpslopes(const MapSetup& setup) {
  return std::make_unique<BumpslopesMap>(setup);
}

}  // namespace cobble
#endif  // HWY_ONCE
