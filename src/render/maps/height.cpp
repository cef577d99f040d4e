// The map `height`: h, not clamped to 0..1.
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
namespace {

class HeightMap final : public MapFunction {
 public:
  // In: plane of the program's maps, or -1 for the noise's value.
  HeightMap(const MapSetup& setup, const HeightScale& heights, int plane)
      : height_(heights), plane_(plane), row_(COBBLE_SELECT(HeightRow, setup.simd_target)) {}

  void Run(const MapInput& in, int n, float* const* scratch,
           const float** planes) const noexcept override {
    const float* const value = plane_ < 0 ? in.value : in.maps[plane_];
    planes[0] = height_.keep ? value : scratch[0];
    if (!height_.keep) row_(height_, value, n, scratch[0]);
  }

 private:
  HeightScale height_;
  int plane_;
  void (*row_)(const HeightScale& height, const float* value, int n, float* out);
};

}  // namespace

std::unique_ptr<const MapFunction> MakeHeight(const MapSetup& setup) {
  return std::make_unique<HeightMap>(setup, setup.heights, -1);
}

std::unique_ptr<const MapFunction> MakeNodeHeight(const MapSetup& setup, const HeightScale& heights,
                                                  int plane) {
  return std::make_unique<HeightMap>(setup, heights, plane);
}

}  // namespace cobble
#endif  // HWY_ONCE
