// Converts samples of files to floats.
#include "input/sample_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "core/math.h"
#include "input/picture_reader.h"

namespace cobble {
namespace {

double FromHalf(uint64_t half) {
  constexpr int kHalfBias = 15, kFractionBits = 10;
  const auto exponent = static_cast<int>(half >> kFractionBits & 31);
  const auto fraction = static_cast<double>(half & 1023);
  double size = exponent > 0 ? std::ldexp(1024 + fraction, exponent - kHalfBias - kFractionBits)
                             : std::ldexp(fraction, 1 - kHalfBias - kFractionBits);
  if (exponent == 31)
    size = fraction > 0 ? std::numeric_limits<double>::quiet_NaN()
                        : std::numeric_limits<double>::infinity();
  return half >> 15 != 0 ? -size : size;
}

template <int kMaximum>
float Fraction(uint64_t value) {
  return static_cast<float>(static_cast<double>(value) / kMaximum);
}

// In: bytes, the sample's, as an unsigned integer; not of 8-bit fractions.
float NumberFrom(uint64_t bytes, const SampleType& type) {
  if (type.IsFraction()) return Fraction<65535>(bytes);
  if (type.kind == SampleKind::kUnsigned) return static_cast<float>(bytes);
  if (type.kind == SampleKind::kSigned) {
    const int unused = 64 - type.bits;
    return static_cast<float>(static_cast<int64_t>(bytes << unused) >> unused);
  }
  if (type.bits == 16) return static_cast<float>(FromHalf(bytes));
  if (type.bits == 32) return std::bit_cast<float>(static_cast<uint32_t>(bytes));
  const auto number = std::bit_cast<double>(bytes);
  return std::isfinite(number) ? ToFloat(number) : static_cast<float>(number);
}

// In: kSize, bytes of a sample.
template <std::size_t kSize>
void Convert(const uint8_t* in, const SampleType& type, bool big_endian, std::span<float> row) {
  for (float& sample : row) {
    uint64_t bytes = 0;
    for (std::size_t b = 0; b < kSize; ++b) bytes = bytes << 8 | in[big_endian ? b : kSize - 1 - b];
    sample = NumberFrom(bytes, type);
    in += kSize;
  }
}

}  // namespace

std::vector<PictureChannel> UnnamedChannels(int count, const SampleType& type) {
  static constexpr std::array<std::string_view, 4> kNames{"Y", "YA", "RGB", "RGBA"};
  std::vector<PictureChannel> channels;
  for (int c = 0; c < count; ++c) {
    const auto index = static_cast<std::size_t>(c);
    std::string name = count <= std::ssize(kNames)
                           ? std::string(1, kNames[static_cast<std::size_t>(count - 1)][index])
                           : fmt::format("C{}", c + 1);
    channels.push_back({.name = std::move(name),
                        .bits = type.bits,
                        .is_float = !type.IsFraction(),
                        .is_uint = type.kind == SampleKind::kUnsigned && !type.IsFraction(),
                        .is_int = type.kind == SampleKind::kSigned});
  }
  return channels;
}

void FloatsFrom(const uint8_t* in, const SampleType& type, bool big_endian, std::span<float> row) {
  static const auto fractions = [] {
    std::array<float, 256> made;
    for (std::size_t k = 0; k < made.size(); ++k) made[k] = Fraction<255>(k);
    return made;
  }();
  switch (type.bits) {
    case 8:
      if (type.IsFraction()) {
        std::ranges::transform(in, in + row.size(), row.begin(),
                               [](uint8_t byte) { return fractions[byte]; });
        return;
      }
      return Convert<1>(in, type, big_endian, row);
    case 16:
      return Convert<2>(in, type, big_endian, row);
    case 32:
      return Convert<4>(in, type, big_endian, row);
    default:
      return Convert<8>(in, type, big_endian, row);
  }
}

}  // namespace cobble
