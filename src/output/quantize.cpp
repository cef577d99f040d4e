// The quantisers and the conversions before them, compiled once per SIMD target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "output/quantize.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "core/simd-inl.h"
#include "core/srgb.h"
#include "hwy/highway.h"
#include "output/quantize.h"

static_assert(std::endian::native == std::endian::little, "samples are stored in memory order");

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

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

// The template parameters correspond to the members of SampleCoding.
template <int kBits, bool kSigned = false, bool kBigEndian = false>
struct IntegerCoder {
  using Sample = std::conditional_t<kBits == 8, uint8_t, uint16_t>;
  using D = hn::Rebind<Sample, F32>;

  uint64_t clamped = 0;

  // Converts a vector of one channel. Only the first `n` lanes count for `clamped`.
  hn::Vec<D> operator()(VF x, int n) {
    const F32 d;
    const auto zero = hn::Zero(d), one = Broadcast(1.0f);
    if constexpr (kSigned) x = (x + one) * Broadcast(0.5f);
    const auto inside = hn::And(x >= zero, x <= one);
    if constexpr (!kSigned) {
      const auto outside = hn::And(hn::Not(inside), hn::FirstN(d, static_cast<std::size_t>(n)));
      clamped += hn::CountTrue(d, outside);
    }
    // Values that are neither inside nor above 1 are negative or NaN.
    x = hn::IfThenElse(inside, x, hn::IfThenElseZero(x > one, one));

    // The floats in 2^23..2^24 are exactly the integers, so the Fma's single rounding yields an
    // integer, whose low bits are the sample.
    constexpr float kLargest = (1 << kBits) - 1, kWhole = 1 << 23;
    const auto bits = hn::BitCast(I32(), Fma(x, Broadcast(kLargest), Broadcast(kWhole)));
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

// kSigned is SampleCoding::is_signed.
template <bool kSigned>
struct PositiveCoder {
  using Sample = float;
  using D = F32;

  uint64_t clamped = 0;

  VF operator()(VF x, int n) {
    const F32 d;
    if constexpr (kSigned) x = (x + Broadcast(1.0f)) * Broadcast(0.5f);
    const auto inside = x >= hn::Zero(d);
    const auto outside = hn::And(hn::Not(inside), hn::FirstN(d, static_cast<std::size_t>(n)));
    clamped += hn::CountTrue(d, outside);
    return hn::IfThenElseZero(inside, x);
  }
};

// Converts to half floats (IEEE 754 binary16) in integer arithmetic, except for one float sum: the
// hardware conversions of the SIMD levels differ in rounding and subnormals.
struct HalfCoder {
  using Sample = uint16_t;
  using D = hn::Rebind<uint16_t, F32>;

  uint64_t clamped = 0;

  hn::Vec<D> operator()(VF x, int n) {
    const I32 di;
    const auto word = [&](int32_t bits) { return hn::Set(di, bits); };
    const auto all = hn::BitCast(di, x);
    const auto given = hn::And(all, word(0x7FFFFFFF));
    const auto is_nan = given > word(0x7F800000);

    // Clamp values of at least 65520, which would round to 65536. Keep NaN.
    constexpr int32_t kTooLarge = 0x477FF000, kLargest = 0x477FE000;
    const auto too_large = hn::AndNot(is_nan, given > word(kTooLarge - 1));
    clamped += hn::CountTrue(di, hn::And(too_large, hn::FirstN(di, static_cast<std::size_t>(n))));
    const auto size = hn::IfThenElse(too_large, word(kLargest), given);

    // Normal numbers: change the exponent bias from 127 to 15 and round the mantissa from 23 bits
    // to 10, half to even.
    const auto odd = hn::And(hn::ShiftRight<13>(size), word(1));
    const auto normal = hn::ShiftRight<13>(size - word(112 << 23) + word(0xFFF) + odd);
    // Subnormal halves, below 2^-14: an ULP of 0.5 is 2^-24, the smallest half, so adding 0.5
    // rounds to a multiple of it.
    const auto small =
        hn::BitCast(di, hn::BitCast(F32(), size) + Broadcast(0.5f)) - word(0x3F000000);
    auto half = hn::IfThenElse(size < word(0x38800000), small, normal);
    half = hn::IfThenElse(is_nan, word(0x7E00), half);
    const auto sign = hn::And(hn::ShiftRight<16>(all), word(0x8000));
    return hn::DemoteTo(D(), hn::Or(half, sign));
  }
};

// Converts a vector of pixels, starting at pixel k, to `out`. Only the first `n` lanes are pixels.
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
      const auto c = coder(hn::Load(d, planes[2] + k), n);
      if constexpr (kChannels == 3)
        hn::StoreInterleaved3(a, b, c, ds, out);
      else
        hn::StoreInterleaved4(a, b, c, coder(hn::Load(d, planes[3] + k), n), ds, out);
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

// Supports any number of channels: converts them one after another.
template <class Coder>
HWY_INLINE uint64_t CodeRowAny(const float* const* planes, int channels, int n, std::byte* out) {
  using Sample = typename Coder::Sample;
  constexpr int kStep = static_cast<int>(hn::MaxLanes(F32()));
  const std::size_t pixel = sizeof(Sample) * static_cast<std::size_t>(channels);
  HWY_ALIGN Sample block[kStep];
  Coder coder;
  for (int c = 0; c < channels; ++c) {
    std::byte* sample = out + sizeof(Sample) * static_cast<std::size_t>(c);
    for (int k = 0; k < n; k += kStep) {
      const int here = HWY_MIN(kStep, n - k);
      CodePixels<1>(coder, planes + c, k, here, block);
      for (int i = 0; i < here; ++i, sample += pixel)
        std::memcpy(sample, block + i, sizeof(Sample));
    }
  }
  return coder.clamped;
}

template <class Coder>
uint64_t Code(const float* const* planes, int channels, int n, std::byte* out) {
  if (channels == 1) return CodeRow<1, Coder>(planes, n, out);
  if (channels == 2) return CodeRow<2, Coder>(planes, n, out);
  if (channels == 3) return CodeRow<3, Coder>(planes, n, out);
  if (channels == 4) return CodeRow<4, Coder>(planes, n, out);
  return CodeRowAny<Coder>(planes, channels, n, out);
}

template <bool kSigned>
Quantize PickInteger(const SampleCoding& coding) {
  if (coding.bits == 8) return &Code<IntegerCoder<8, kSigned>>;
  return coding.big_endian ? &Code<IntegerCoder<16, kSigned, true>>
                           : &Code<IntegerCoder<16, kSigned>>;
}

}  // namespace

Quantize PickQuantize(const SampleCoding& coding) {
  if (coding.is_positive)
    return coding.is_signed ? &Code<PositiveCoder<true>> : &Code<PositiveCoder<false>>;
  if (coding.is_float) return coding.bits == 16 ? &Code<HalfCoder> : &Code<FloatCoder>;
  return coding.is_signed ? PickInteger<true>(coding) : PickInteger<false>(coding);
}

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {

Quantize SelectQuantize(const SampleCoding& coding, int64_t simd_target) {
  return COBBLE_SELECT(PickQuantize, simd_target)(coding);
}

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

void QuantizeRow(const RowFormat& format, std::span<const float> row, std::byte* out) {
  constexpr std::size_t kRun = 256;  // pixels that are converted together
  struct alignas(64) Plane {
    std::array<float, kRun> samples{};
  };
  const auto channels = static_cast<std::size_t>(format.channels);
  std::vector<Plane> planes(channels);
  std::vector<const float*> pointers;
  for (const Plane& plane : planes) pointers.push_back(plane.samples.data());
  while (!row.empty()) {
    const std::size_t n = std::min(kRun, row.size() / channels);
    for (std::size_t c = 0; c < channels; ++c) {
      float* const plane = planes[c].samples.data();
      for (std::size_t k = 0; k < n; ++k) plane[k] = row[k * channels + c];
      if (!format.transfers.empty() && format.transfers[c])
        format.transfers[c](plane, static_cast<int>(n), plane);
    }
    format.quantize(pointers.data(), format.channels, static_cast<int>(n), out);
    out += n * channels * static_cast<std::size_t>(format.sample_bytes);
    row = row.subspan(n * channels);
  }
}

}  // namespace cobble
#endif  // HWY_ONCE
