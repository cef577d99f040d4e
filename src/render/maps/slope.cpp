// The map `slope`: (h_x, h_y), made finite.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps/slope.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "core/simd-inl.h"
#include "render/maps/finite-inl.h"
#include "render/maps/map.h"
#include "render/maps/table.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// out = Finite(slope * scale). Nearly always all are finite, as one comparison at the end shows.
void SlopeRow(const float* slope, float scale, int n, float* out) {
  const F32 d;
  constexpr int kLanes = static_cast<int>(hn::MaxLanes(d));
  const VF factor = Broadcast(scale);
  VF none = hn::Zero(d);  // 0 as long as all are finite, else NaN
  for (int k = 0; k < n; k += kLanes) {
    const VF x = hn::Load(d, slope + k) * factor;
    none = none + (x - x);
    hn::Store(x, d, out + k);
  }
  if (hn::AllTrue(d, none == hn::Zero(d))) return;
  for (int k = 0; k < n; k += kLanes) hn::Store(Finite(hn::Load(d, out + k)), d, out + k);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {
namespace {

HWY_EXPORT(SlopeRow);

class SlopeMap final : public MapFunction {
 public:
  explicit SlopeMap(const MapSetup& setup)
      : factors_{static_cast<float>(setup.heights.slope[0]),
                 static_cast<float>(setup.heights.slope[1])},
        row_(COBBLE_SELECT(SlopeRow, setup.simd_target)) {}

  void Run(const MapInput& in, int n, float* const* room,
           const float** planes) const noexcept override {
    for (int a = 0; a < 2; ++a) {
      row_(in.slope[a], factors_[a], n, room[a]);
      planes[a] = room[a];
    }
  }

 private:
  float factors_[2];
  void (*row_)(const float* slope, float scale, int n, float* out);
};

}  // namespace

std::unique_ptr<const MapFunction> MakeSlope(const MapSetup& setup) {
  return std::make_unique<SlopeMap>(setup);
}

}  // namespace cobble
#endif  // HWY_ONCE
