// The kernel of images, compiled once per SIMD level.
#include "noise/image/image.h"
#include "noise/image/pixels-inl.h"
#include "noise/math/vectors-inl.h"
#include "noise/sampling/repetition-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cobble::HWY_NAMESPACE {

template <ImageArgs::Filter kFilter>
struct ImageSamples {
  // Splits positions along an axis into pixels and fractions, 0..1. Pixels are at most one before
  // the first and one behind the last. Up to kPad, samples past n are on pixel 0.
  static HWY_INLINE void Locate(const ImageArgs& args, int axis, const double* q, int n,
                                int32_t* pixel, float* fraction) {
    const F64 d;
    const hn::Rebind<int32_t, F64> di;
    const VD scale = hn::Set(d, args.pixels_per_unit), middle = hn::Set(d, args.middle[axis]);
    const VD size = hn::Set(d, static_cast<double>(args.size[axis]));
    const VD first = args.wraps ? hn::Zero(d) : hn::Set(d, -1.0);
    for (int k = 0; k < n; k += static_cast<int>(hn::Lanes(d))) {
      VD c = Reduced(args.repetition, axis, hn::LoadU(d, q + k)) * scale + middle;
      if (args.wraps) c = c - size * hn::Floor(c / size);
      c = hn::Min(hn::Max(c, first), size);
      const VD whole = hn::Floor(c);
      hn::StoreU(hn::DemoteTo(di, whole), di, pixel + k);
      StoreFraction(c, whole, fraction + k);
    }
    for (int k = n; k % kPad != 0; ++k) pixel[k] = 0, fraction[k] = 0;
  }

  template <bool kHasSlopes>
  static HWY_INLINE void RunWith(const ImageArgs& args, const Frame& frame, const cobble::Run& run,
                                 const Slot& slot) {
    const F32 d;
    const I32 di;
    HWY_ALIGN int32_t pixel[2][kMaxPiece + kPad];
    HWY_ALIGN float fraction[2][kMaxPiece + kPad];
    const VF rate = Broadcast(static_cast<float>(args.pixels_per_unit));
    const VF low = Broadcast(args.low), high = Broadcast(args.high);
    ForPieces(frame, run, 2, [&](int begin, int n, const double* const* q) {
      for (int a = 0; a < 2; ++a) Locate(args, a, q[a], n, pixel[a], fraction[a]);
      ForVectors(n, [&](int k) {
        PixelJet jet = PixelJetAt<kHasSlopes>(args.origin, args.stride, hn::Load(di, pixel[0] + k),
                                              hn::Load(di, pixel[1] + k),
                                              WeightsAt<kFilter>(hn::Load(d, fraction[0] + k)),
                                              WeightsAt<kFilter>(hn::Load(d, fraction[1] + k)));
        jet.value = hn::Min(hn::Max(jet.value, low), high);
        if constexpr (kHasSlopes)
          for (VF& slope : jet.slope) slope = slope * rate;
        StoreJet<kHasSlopes>(jet, slot, begin + k);
      });
    });
  }
};

Kernel SelectImageHere(ImageArgs::Filter filter) {
  return SelectByFilter<ImageArgs, ImageSamples>(filter);
}

}  // namespace cobble::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
