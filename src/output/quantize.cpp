// The quantisers, compiled once a SIMD target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "output/quantize.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep

#include <bit>
#include <cstring>
#include <type_traits>

#include "core/simd-inl.h"
#include "hwy/highway.h"
#include "output/quantize.h"

static_assert(std::endian::native == std::endian::little, "samples are stored as they stand");

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

// kBits, kSigned, kBigEndian: as in SampleCoding.
template <int kBits, bool kSigned = false, bool kBigEndian = false>
struct IntegerCoder {
  using Sample = std::conditional_t<kBits == 8, uint8_t, uint16_t>;
  using D = hn::Rebind<Sample, F32>;

  uint64_t clamped = 0;

  // The samples of a vector of components, of which the first `n` count as clamped or not.
  hn::Vec<D> operator()(VF x, int n) {
    const F32 d;
    const auto zero = hn::Zero(d), one = Splat(1.0f);
    if constexpr (kSigned) x = (x + one) * Splat(0.5f);
    const auto inside = hn::And(x >= zero, x <= one);
    if constexpr (!kSigned) {
      const auto outside = hn::And(hn::Not(inside), hn::FirstN(d, static_cast<std::size_t>(n)));
      clamped += hn::CountTrue(d, outside);
    }
    // What is not inside and not above 1 is below 0 or NaN.
    x = hn::IfThenElse(inside, x, hn::IfThenElseZero(x > one, one));

    // In 2^23 .. 2^24 the floats are the whole numbers, so the one rounding of the Fma is the
    // rounding to a whole number, and the low bits of the result are that number.
    constexpr float kLargest = (1 << kBits) - 1, kWhole = 1 << 23;
    const auto bits = hn::BitCast(I32(), Fma(x, Splat(kLargest), Splat(kWhole)));
    auto sample = hn::And(bits, hn::Set(I32(), (1 << kBits) - 1));
    if constexpr (kBigEndian)
      sample = hn::Or(hn::ShiftRight<8>(sample),
                      hn::ShiftLeft<8>(hn::And(sample, hn::Set(I32(), 0xFF))));
    return hn::DemoteTo(D(), sample);
  }
};

struct FloatCoder {
  using Sample = float;
  using D = F32;

  uint64_t clamped = 0;

  VF operator()(VF x, int) { return x; }
};

// Codes the pixels from k on, one vector of them, `n` of which exist, to `out`.
template <int kChannels, class Coder>
HWY_INLINE void CodePixels(Coder& coder, const float* const* planes, int k, int n,
                           typename Coder::Sample* out) {
  const F32 d;
  const typename Coder::D ds;
  const auto a = coder(hn::Load(d, planes[0] + k), n);
  if constexpr (kChannels == 1) {
    hn::StoreU(a, ds, out);
  } else {
    const auto b = coder(hn::Load(d, planes[1] + k), n);
    if constexpr (kChannels == 2) {
      hn::StoreInterleaved2(a, b, ds, out);
    } else {
      hn::StoreInterleaved3(a, b, coder(hn::Load(d, planes[2] + k), n), ds, out);
    }
  }
}

template <int kChannels, class Coder>
HWY_INLINE uint64_t CodeRow(const float* const* planes, int n, std::byte* out) {
  using Sample = typename Coder::Sample;
  constexpr int kStep = static_cast<int>(hn::MaxLanes(F32()));
  constexpr std::size_t kBytes = sizeof(Sample) * kChannels;
  HWY_ALIGN Sample block[kStep * kChannels];
  Coder coder;
  int k = 0;
  for (; k + kStep <= n; k += kStep, out += kBytes * kStep) {
    CodePixels<kChannels>(coder, planes, k, kStep, block);
    std::memcpy(out, block, kBytes * kStep);
  }
  if (k < n) {
    CodePixels<kChannels>(coder, planes, k, n - k, block);
    std::memcpy(out, block, kBytes * static_cast<std::size_t>(n - k));
  }
  return coder.clamped;
}

template <class Coder>
uint64_t Code(const float* const* planes, int channels, int n, std::byte* out) {
  switch (channels) {
    case 1:
      return CodeRow<1, Coder>(planes, n, out);
    case 2:
      return CodeRow<2, Coder>(planes, n, out);
    default:
      return CodeRow<3, Coder>(planes, n, out);
  }
}

template <bool kSigned>
Quantize PickInteger(const SampleCoding& coding) {
  if (coding.bits == 8) return &Code<IntegerCoder<8, kSigned>>;
  return coding.big_endian ? &Code<IntegerCoder<16, kSigned, true>>
                           : &Code<IntegerCoder<16, kSigned>>;
}

}  // namespace

Quantize PickQuantize(const SampleCoding& coding) {
  if (coding.is_float) return &Code<FloatCoder>;
  return coding.is_signed ? PickInteger<true>(coding) : PickInteger<false>(coding);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

HWY_EXPORT(PickQuantize);

Quantize SelectQuantize(const SampleCoding& coding, int64_t simd_target) {
  return COBBLE_SELECT(PickQuantize, simd_target)(coding);
}

}  // namespace cobble
#endif  // HWY_ONCE
