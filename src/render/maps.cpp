// The maps' arithmetic, once a SIMD target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include "core/simd-inl.h"
#include "render/maps.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

constexpr int kLanes = static_cast<int>(hn::MaxLanes(F32()));

void Height(const MapFactors& factors, const Slot& slot, int n, float* const* planes) noexcept {
  const F32 d;
  const VF low = Splat(factors.low), scale = Splat(factors.scale), offset = Splat(factors.offset);
  for (int k = 0; k < n; k += kLanes)
    hn::Store(Fma(hn::Load(d, slot.value + k) - low, scale, offset), d, planes[0] + k);
}

void Slope(const MapFactors& factors, const Slot& slot, int n, float* const* planes) noexcept {
  const F32 d;
  for (int a = 0; a < 2; ++a) {
    const VF scale = Splat(factors.slope[a]);
    for (int k = 0; k < n; k += kLanes)
      hn::Store(hn::Load(d, slot.slope[a] + k) * scale, d, planes[a] + k);
  }
}

void Normal(const MapFactors& factors, const Slot& slot, int n, float* const* planes) noexcept {
  const F32 d;
  const VF one = Splat(1.0f), scale_x = Splat(factors.normal[0]),
           scale_y = Splat(factors.normal[1]);
  for (int k = 0; k < n; k += kLanes) {
    const VF x = hn::Load(d, slot.slope[0] + k) * scale_x;
    const VF y = hn::Load(d, slot.slope[1] + k) * scale_y;
    const VF z = one / hn::Sqrt(Fma(x, x, Fma(y, y, one)));
    hn::Store(x * z, d, planes[0] + k);
    hn::Store(y * z, d, planes[1] + k);
    hn::Store(z, d, planes[2] + k);
  }
}

const MapKernels& MapsHere() {
  static constexpr MapKernels kKernels{&Height, &Slope, &Normal};
  return kKernels;
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

HWY_EXPORT(MapsHere);

const MapKernels& SelectMaps(int64_t simd_target) { return COBBLE_SELECT(MapsHere, simd_target)(); }

MapFactors FactorsOf(const Recipe& recipe, const HeightRange& range) {
  MapFactors factors;
  factors.keep = range.keep;
  factors.low = range.keep ? 0 : static_cast<float>(range.low);
  double scale = 1, offset = 0;
  if (!range.keep && range.low == range.high) {
    scale = 0;
    offset = 0.5;
  } else if (!range.keep) {
    scale = 1 / (range.high - range.low);
    offset = (double{factors.low} - range.low) * scale;
  }
  factors.scale = static_cast<float>(scale);
  factors.offset = static_cast<float>(offset);
  // P moves by extent_x over a picture width, and by extent_y over a picture height.
  const double width = static_cast<double>(recipe.width),
               height = static_cast<double>(recipe.height);
  const double slope_x = scale * recipe.domain.extent[0];
  const double slope_y = scale * recipe.domain.extent[1] * (width / height);
  const double up = recipe.normal.y == NormalY::kUp ? 1 : -1;
  factors.slope[0] = static_cast<float>(slope_x);
  factors.slope[1] = static_cast<float>(slope_y);
  factors.normal[0] = static_cast<float>(-recipe.normal.strength * slope_x);
  factors.normal[1] = static_cast<float>(up * recipe.normal.strength * slope_y);
  return factors;
}

}  // namespace cobble
#endif  // HWY_ONCE
