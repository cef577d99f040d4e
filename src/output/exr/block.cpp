// Compresses blocks as EXR's ZIP and ZIPS do.
// Based on: OpenEXR File Layout and the Technical Introduction to OpenEXR (openexr.com).
// Departs: Compression::kFast uses cobble's own DEFLATE encoder. OpenEXR's compressor uses zlib,
// which is 3 to 5 times slower, allocates memory for every block and can fail. libdeflate 1.14 at
// level 1 is 1.6 (half) to 2.7 (float) times slower.
#include "output/exr/block.h"

#include <algorithm>
#include <cstring>

#include "output/byte_checksums.h"
#include "output/byte_order.h"

namespace cobble {
namespace {

// Blocks of at least this many bytes are compressed in two parts, high bytes apart from low bytes.
constexpr std::size_t kMinSplit = std::size_t{1} << 13;
constexpr std::size_t kSample = std::size_t{1} << 13;
// Short matches must save more than 1 / kMinSaving, but less in data that literals do not compress,
// such as 32-bit floats. Long matches pay off if their minimum length is at least kSureMatch;
// otherwise they must save more than 1 / kMinLongSaving.
constexpr uint64_t kMinSaving = 16, kMinSavingOfNoise = 40;
constexpr int kSureMatch = 16;
constexpr std::size_t kMinLongSaving = 7;
constexpr std::size_t kChecksum = 4;
constexpr std::size_t kFrame = kZlibHeader.size() + kFinalBlock.size() + kChecksum;

// Delta-codes every other byte of `in`: each byte minus the previous one, plus 128. `before` is the
// byte before the first. Returns the last byte read.
uint8_t Predict(const uint8_t* in, std::size_t count, uint8_t before, uint8_t* out) noexcept {
  out[0] = static_cast<uint8_t>(in[0] - before + 128);
  for (std::size_t i = 1; i < count; ++i)
    out[i] = static_cast<uint8_t>(in[2 * i] - in[2 * i - 2] + 128);
  return in[2 * count - 2];
}

uint8_t* Put(std::string_view bytes, uint8_t* out) noexcept {
  return std::copy(bytes.begin(), bytes.end(), out);
}

}  // namespace

// A block is split in the middle, and each part may end with an incomplete deflate block.
Size ExrBlockPacker::Bound(Size size) {
  return DeflatedBound(size.DivideUp(2)) * Size(2u) + Size(kFrame);
}

// Packs one homogeneous part: its middle shows how to compress it.
uint8_t* ExrBlockPacker::PackPart(const uint8_t* data, std::size_t size, uint8_t* out) noexcept {
  const std::size_t sample_size = std::min(size, kSample);
  const uint8_t* const sample = data + (size - sample_size) / 2;
  const DeflateTrial literals = deflater_.TryLiterals(sample, sample_size);
  const int min_match = MinMatch(literals, sample_size);
  DeflateSettings settings;
  if (min_match >= kSureMatch) {
    settings.method = DeflateMethod::kLongMatches;
    settings.long_matches.min_match = min_match;
  } else if (min_match > 0) {
    const DeflateTrial matches = deflater_.TryMatches(literals, {}, sample, sample_size);
    if (matches.size + matches.size / kMinLongSaving < literals.size) settings = matches.settings;
  } else {
    settings.method = DeflateMethod::kShortMatches;
    if (literals.size > sample_size / 8 * 5)
      settings.short_matches = {.grid = {.step = 2}, .min_saving = kMinSaving};
    if (literals.size > sample_size / 32 * 31)
      settings.short_matches.min_saving = kMinSavingOfNoise;
  }
  return out + deflater_.Run(settings, data, size, out);
}

std::size_t ExrBlockPacker::Run(const uint8_t* samples, std::size_t size, uint8_t* out) noexcept {
  // Even offsets come before odd ones, so that the high bytes of samples are adjacent.
  auto* const predicted = reinterpret_cast<uint8_t*>(predicted_.data());
  const std::size_t odd = size / 2, even = size - odd;
  const uint8_t last = Predict(samples, even, 128, predicted);
  Predict(samples + 1, odd, last, predicted + even);

  uint8_t* end = Put(kZlibHeader, out);
  if (size < kMinSplit) {
    end = PackPart(predicted, size, end);
  } else {
    end = PackPart(predicted, even, end);
    end = PackPart(predicted + even, odd, end);
  }
  end = Put(kFinalBlock, end);
  end = Put(BigEndian(Adler32(1, predicted, size)).text(), end);
  const auto packed = static_cast<std::size_t>(end - out);
  if (packed < size) return packed;
  // Readers treat a block that is as long as its samples as uncompressed.
  std::memcpy(out, samples, size);
  return size;
}

}  // namespace cobble
