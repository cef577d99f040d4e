// The maps' arithmetic, once a SIMD target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "render/maps.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <bit>
#include <cmath>
#include <limits>

#include "core/simd-inl.h"
#include "render/maps.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

constexpr int kLanes = static_cast<int>(hn::MaxLanes(F32()));

void Height(const MapFactors& factors, const Slot& slot, int n, float* const* planes) noexcept {
  const F32 d;
  const VF low = Splat(factors.low), scale = Splat(factors.scale), offset = Splat(factors.offset);
  // Large values over a narrow range leave float32.
  const VF most = Splat(std::numeric_limits<float>::max());
  for (int k = 0; k < n; k += kLanes) {
    const VF height = Fma(hn::Load(d, slot.value + k) - low, scale, offset);
    hn::Store(hn::Min(hn::Max(height, hn::Neg(most)), most), d, planes[0] + k);
  }
}

// A number that a float holds: the largest instead of infinity, 0 instead of NaN, which the slopes
// of extreme warps can come to.
HWY_INLINE VF Finite(VF x) {
  const VF most = Splat(std::numeric_limits<float>::max());
  const VF size = hn::Abs(x);
  const VF held = hn::IfThenElse(size > most, hn::CopySign(most, x), x);
  return hn::IfThenElseZero(x == x, held);
}

// to = Finite(from * scale). Nearly always all are finite, which one comparison at the end tells.
void Scale(const float* from, float scale, int n, float* to) {
  const F32 d;
  const VF factor = Splat(scale);
  VF none = hn::Zero(d);  // 0 as long as all are finite, else NaN
  for (int k = 0; k < n; k += kLanes) {
    const VF x = hn::Load(d, from + k) * factor;
    none = none + (x - x);
    hn::Store(x, d, to + k);
  }
  if (hn::AllTrue(d, none == hn::Zero(d))) return;
  for (int k = 0; k < n; k += kLanes) hn::Store(Finite(hn::Load(d, to + k)), d, to + k);
}

void Slope(const MapFactors& factors, const Slot& slot, int n, float* const* planes) noexcept {
  for (int a = 0; a < 2; ++a) Scale(slot.slope[a], factors.slope[a], n, planes[a]);
}

void Normal(const MapFactors& factors, const Slot& slot, int n, float* const* planes) noexcept {
  const F32 d;
  const VF one = Splat(1.0f), scale_x = Splat(factors.normal[0]),
           scale_y = Splat(factors.normal[1]);
  for (int k = 0; k < n; k += kLanes) {
    VF x = Finite(hn::Load(d, slot.slope[0] + k) * scale_x);
    VF y = Finite(hn::Load(d, slot.slope[1] + k) * scale_y);
    // Divided by the largest component, so that no square overflows.
    const VF shrink = one / hn::Max(hn::Max(hn::Abs(x), hn::Abs(y)), one);
    x = x * shrink;
    y = y * shrink;
    const VF length = one / hn::Sqrt(Fma(x, x, Fma(y, y, shrink * shrink)));
    hn::Store(x * length, d, planes[0] + k);
    hn::Store(y * length, d, planes[1] + k);
    hn::Store(shrink * length, d, planes[2] + k);
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

namespace {

// The largest scale by which no value up to `range.high` passes 1, where rounding would let it.
float ScaleOf(const HeightRange& range, const MapFactors& factors) {
  auto scale = static_cast<float>(1 / (range.high - range.low));
  const double span = static_cast<double>(static_cast<float>(range.high) - factors.low);
  while (std::isfinite(scale) && span * double{scale} + double{factors.offset} > 1)
    scale = std::bit_cast<float>(std::bit_cast<uint32_t>(scale) - 1);  // a step towards 0
  return scale;
}

}  // namespace

MapFactors FactorsOf(const Recipe& recipe, const HeightRange& range) {
  MapFactors factors;
  factors.keep = range.keep;
  double scale = 1;
  if (!range.keep) {
    scale = 1 / (range.high - range.low);
    factors.low = static_cast<float>(range.low);
    factors.offset = static_cast<float>((double{factors.low} - range.low) * scale);
    factors.scale = ScaleOf(range, factors);
  }
  // Nothing to tell apart, or too little for float32: the middle, flat.
  if (!std::isfinite(static_cast<float>(scale))) {
    scale = 0;
    factors.scale = 0;
    factors.offset = 0.5f;
  }
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
