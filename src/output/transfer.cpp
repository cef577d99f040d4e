// The sRGB curve and other conversions, compiled once per SIMD target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "output/transfer.cpp"
#include "hwy/foreach_target.h"  // must come before the rest

#include <algorithm>
#include <iterator>

#include "core/simd-inl.h"
#include "core/srgb.h"
#include "output/quantize.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {

// The sRGB curve (core/srgb.h): 12.92 x up to 0.0031308, then 1.055 x^(1 / 2.4) - 0.055.
// In: any x. Out: 12.92 x below 0, x above 1, so that what is out of range stays so.
// Error: below 2.1e-7 in 0..1, a seventieth of a step of 16 bits.
// x^(1 / 2.4) = t^(5 / 3), t = x^(1 / 4): two square roots, which are exact up to rounding, and a
// polynomial in t scaled to u in -1..1, the Chebyshev interpolant of degree 10.
HWY_INLINE VF SrgbFromLinear(VF x) {
  constexpr float kCoefficients[] = {
      0.4486836130419967f,      0.4617467398829288f,     0.09503807760359819f,
      -0.006519477465247966f,   0.0013416096606698636f,  -0.000391362772653604f,
      0.00013495592747874758f,  -4.074036057617871e-05f, 1.5958470728802155e-05f,
      -1.7724655409975558e-05f, 8.353314360543994e-06f};
  constexpr double kMiddle = 0.61825, kHalf = 0.38175;  // of the range of t
  const VF one = Broadcast(1.0f);
  constexpr SrgbCurve<float> kCurve = kSrgb<float>;
  const VF inside = hn::Min(hn::Max(x, Broadcast(kCurve.linear_end)), one);
  const VF t = hn::Sqrt(hn::Sqrt(inside));
  const VF u = Fma(t, Broadcast(static_cast<float>(1 / kHalf)),
                   Broadcast(static_cast<float>(-kMiddle / kHalf)));
  VF power = Broadcast(kCoefficients[std::size(kCoefficients) - 1]);
  for (std::size_t k = std::size(kCoefficients) - 1; k-- > 0;)
    power = Fma(power, u, Broadcast(kCoefficients[k]));
  VF y = Fma(power, Broadcast(kCurve.scale), Broadcast(-kCurve.offset));
  y = hn::IfThenElse(x > Broadcast(kCurve.linear_end), y, x * Broadcast(kCurve.divisor));
  return hn::IfThenElse(x >= one, x, y);
}

void SrgbRow(const float* in, int n, float* out) {
  const F32 d;
  for (int k = 0; k < n; k += static_cast<int>(hn::MaxLanes(d)))
    hn::Store(SrgbFromLinear(hn::Load(d, in + k)), d, out + k);
}

void UnsignedRow(const float* in, int n, float* out) {
  const F32 d;
  for (int k = 0; k < n; k += static_cast<int>(hn::MaxLanes(d)))
    hn::Store((hn::Load(d, in + k) + Broadcast(1.0f)) * Broadcast(0.5f), d, out + k);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

std::vector<Transfer> IntegerTransfers(const PictureMap& map, int64_t simd_target) {
  std::vector<Transfer> transfers;
  ForParts(map, [&](const PictureMap& part) {
    const bool is_signed_part = part.range == SampleRange::kSigned && !map.parts.empty();
    Transfer transfer = nullptr;
    if (part.is_color) transfer = COBBLE_SELECT(SrgbRow, simd_target);
    if (is_signed_part) transfer = COBBLE_SELECT(UnsignedRow, simd_target);
    transfers.insert(transfers.end(), static_cast<std::size_t>(part.channels), transfer);
  });
  const bool is_identity =
      std::ranges::all_of(transfers, [](Transfer transfer) { return transfer == nullptr; });
  return is_identity ? std::vector<Transfer>() : transfers;
}

}  // namespace cobble
#endif  // HWY_ONCE
