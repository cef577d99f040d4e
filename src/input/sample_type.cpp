// Converts samples of files to floats.
#include "input/sample_type.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

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

// In: bytes, the sample's, as an unsigned integer.
float NumberFrom(uint64_t bytes, const SampleType& type) {
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

}  // namespace

std::vector<PictureChannel> UnnamedChannels(int count, const SampleType& type) {
  std::vector<PictureChannel> channels = UnnamedChannels(count, type.bits, !type.IsFraction());
  for (PictureChannel& channel : channels) {
    channel.is_int = type.kind == SampleKind::kSigned;
    channel.is_uint = type.kind == SampleKind::kUnsigned && !type.IsFraction();
  }
  return channels;
}

void FloatsFrom(const uint8_t* in, const SampleType& type, bool big_endian, std::span<float> row) {
  const bool is_float32 = type.kind == SampleKind::kFloat && type.bits == 32;
  if (type.IsFraction() || is_float32) return FloatsFrom(in, type.bits, big_endian, row);
  const auto size = static_cast<std::size_t>(type.bits / 8);
  for (float& sample : row) {
    uint64_t bytes = 0;
    for (std::size_t b = 0; b < size; ++b) bytes = bytes << 8 | in[big_endian ? b : size - 1 - b];
    sample = NumberFrom(bytes, type);
    in += size;
  }
}

}  // namespace cobble
