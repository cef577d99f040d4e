// The map `normal`: (-strength h_x, +- strength h_y, 1), normalised.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps/normal.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "core/simd-inl.h"
#include "render/maps/map.h"
#include "render/maps/normal-inl.h"
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
namespace {

class NormalMap final : public MapFunction {
 public:
  explicit NormalMap(const MapSetup& setup) : row_(COBBLE_SELECT(NormalRow, setup.simd_target)) {
    const double up = setup.recipe.normal.y == NormalY::kUp ? 1 : -1;
    factors_[0] = static_cast<float>(setup.tilt(0));
    factors_[1] = static_cast<float>(up * setup.tilt(1));
  }

  void Run(const MapInput& in, int n, float* const* scratch,
           const float** planes) const noexcept override {
    row_(factors_, in.slope, n, scratch);
    for (int c = 0; c < 3; ++c) planes[c] = scratch[c];
  }

 private:
  float factors_[2];
  void (*row_)(const float* factors, const float* const* slope, int n, float* const* out);
};

}  // namespace

std::unique_ptr<const MapFunction> MakeNormal(const MapSetup& setup) {
  return std::make_unique<NormalMap>(setup);
}

}  // namespace cobble
#endif  // HWY_ONCE
