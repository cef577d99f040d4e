// Compresses with cobble's own DEFLATE encoder and zlib.
#include "output/deflate/deflate.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "cobble/error.h"
#include "output/buffer.h"
#include "output/deflate/block.h"

namespace cobble {
namespace {

constexpr std::size_t kStoredHeader = 5;
// Extra room beyond a segment's stored blocks: for the flush at its end, and for BitWriter, which
// writes past the end to avoid a bounds check per byte.
constexpr std::size_t kSlack = 512;
// Bytes in a block of the method kLiterals. A picture's statistics change slowly, so larger blocks
// save headers and time.
constexpr std::size_t kLiteralBytes = 2 * kBlockBytes;
// The matchers use 31-bit positions, so longer input is split into several segments.
constexpr std::size_t kMaxInput = std::size_t{1} << 30;
// Bytes in a sample: enough rows to find matches between rows, but few enough for cheap trials.
constexpr std::size_t kSampleBytes = std::size_t{3} << 12;
// Approximate bits of a match with a large distance. It pays off if it replaces costlier literals.
constexpr std::size_t kMatchBits = 32;
// Minimum length from which long matches suit 16-bit samples. Below it, short ones are as small or
// smaller, and faster.
constexpr int kLowestOfSamples = 16;

std::size_t BytesOf(uint64_t bits) { return static_cast<std::size_t>(bits / 8 + 1); }

// zlib at its highest compression level, with a buffer for its output until its size is known.
class Zlib {
 public:
  explicit Zlib(Size maximum) : out_(DeflatedBound(std::min(maximum, Size(kMaxInput)))) {
    constexpr int kRawWindow = -15, kMaxMemory = 9;
    if (deflateInit2(&stream_, Z_BEST_COMPRESSION, Z_DEFLATED, kRawWindow, kMaxMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw Error(ErrorKind::kLimit, "", "not enough memory to compress");
  }
  ~Zlib() { deflateEnd(&stream_); }
  Zlib(const Zlib&) = delete;
  Zlib& operator=(const Zlib&) = delete;

  // `out` holds the data compressed to `size` bytes. Overwrites it with zlib's output if that is
  // smaller. Returns the new size.
  std::size_t Improve(const uint8_t* data, std::size_t data_size, uint8_t* out,
                      std::size_t size) noexcept {
    deflateReset(&stream_);
    stream_.next_in = const_cast<Bytef*>(data);
    stream_.avail_in = static_cast<uInt>(data_size);
    stream_.next_out = AsBytes(out_.data());
    stream_.avail_out = static_cast<uInt>(size);
    const bool done =
        deflate(&stream_, Z_FULL_FLUSH) == Z_OK && stream_.avail_in == 0 && stream_.avail_out > 0;
    if (!done) return size;
    std::memcpy(out, out_.data(), stream_.total_out);
    return stream_.total_out;
  }

 private:
  z_stream stream_{};
  Buffer out_;
};

}  // namespace

struct Deflater::State {
  explicit State(int64_t simd_target)
      : loops(SelectPutLoops(simd_target)), short_matches(simd_target) {}

  PutLoops loops;
  LongMatches long_matches;
  ShortMatches short_matches;
  std::optional<Zlib> zlib;

  // Compresses at most kMaxInput bytes. Returns the number of bytes written.
  std::size_t Run(const DeflateSettings& settings, const uint8_t* data, std::size_t size,
                  uint8_t* out) noexcept {
    BlockWriter writer(loops, out);
    switch (settings.method) {
      case DeflateMethod::kLongMatches:
        long_matches.Run(settings.long_matches, data, size, &writer);
        break;
      case DeflateMethod::kShortMatches:
        short_matches.Run(settings.short_matches, data, size, &writer);
        break;
      case DeflateMethod::kLiterals:
        for (std::size_t at = 0; at < size; at += kLiteralBytes)
          writer.Write(data + at, std::min(kLiteralBytes, size - at));
        break;
    }
    return static_cast<std::size_t>(writer.Finish() - out);
  }
};

MatchGrids MatchGridsOf(std::size_t row_bytes, std::size_t pixel_bytes, int sample_bytes,
                        uint32_t first, uint32_t low_byte) {
  MatchGrids grids;
  if (row_bytes >= MatchGrid{}.row) return grids;
  const auto row = static_cast<uint32_t>(row_bytes), step = static_cast<uint32_t>(pixel_bytes);
  grids.long_matches = {.row = row, .first = first, .step = step};
  if (sample_bytes == 2) grids.short_matches = {.row = row, .first = low_byte, .step = 2};
  return grids;
}

int MinMatch(const DeflateTrial& literals, std::size_t size) noexcept {
  // This many literals cost kMatchBits.
  const std::size_t min_match = kMatchBits * size / (8 * literals.size);
  if (min_match < kLowestMinMatch) return 0;
  return static_cast<int>(std::min<std::size_t>(min_match, kHighestMinMatch));
}

// If all blocks of kBlockBytes are stored, each has a header.
Size DeflatedBound(Size size) {
  const Size segments = size.DivideUp(kMaxInput);
  return size + size.DivideUp(kBlockBytes) * kStoredHeader + segments * (kSlack + kStoredHeader);
}

Deflater::Deflater(Compression compression, Size maximum, int64_t simd_target)
    : state_(new State(simd_target)) {
  if (compression == Compression::kSmall) state_->zlib.emplace(maximum);
}
Deflater::~Deflater() = default;
Deflater::Deflater(Deflater&&) noexcept = default;

DeflateTrial Deflater::TryLiterals(const uint8_t* data, std::size_t size) const noexcept {
  BlockCounts counts;
  counts.CountLiterals(data, size);
  return {{.method = DeflateMethod::kLiterals}, BytesOf(counts.CodedBits())};
}

DeflateTrial Deflater::TryMatches(const DeflateTrial& literals, const MatchGrids& grids,
                                  const uint8_t* data, std::size_t size) noexcept {
  const int lowest = grids.short_matches.step == 2 ? kLowestOfSamples : kLowestMinMatch;
  if (const int min_match = MinMatch(literals, size); min_match >= lowest) {
    const LongSettings settings{min_match, grids.long_matches};
    const uint64_t bits = state_->long_matches.Estimate(settings, data, size);
    return {{.method = DeflateMethod::kLongMatches, .long_matches = settings}, BytesOf(bits)};
  }
  const uint64_t bits = state_->short_matches.Estimate(grids.short_matches, data, size);
  return {{.method = DeflateMethod::kShortMatches, .short_matches = {grids.short_matches}},
          BytesOf(bits)};
}

DeflateSettings Deflater::Choose(const MatchGrids& grids, const uint8_t* data, std::size_t size,
                                 std::size_t row_bytes) noexcept {
  const std::size_t bytes = std::min(size, kSampleBytes);
  const std::size_t row = std::min(row_bytes, size);
  const uint8_t* const sample = data + (size - bytes) / 2 / row * row;
  const DeflateTrial literals = TryLiterals(sample, bytes);
  const DeflateTrial matches = TryMatches(literals, grids, sample, bytes);
  return (matches.IsWorthMoreThan(literals) ? matches : literals).settings;
}

std::size_t Deflater::Run(const DeflateSettings& settings, const uint8_t* data, std::size_t size,
                          uint8_t* out) noexcept {
  uint8_t* const begin = out;
  while (size > 0) {
    const std::size_t segment = std::min(size, kMaxInput);
    std::size_t packed = state_->Run(settings, data, segment, out);
    if (state_->zlib) packed = state_->zlib->Improve(data, segment, out, packed);
    out += packed;
    data += segment;
    size -= segment;
  }
  return static_cast<std::size_t>(out - begin);
}

std::size_t StoredBytes(std::size_t size) noexcept {
  return size + (size + kMaxStored - 1) / kMaxStored * kStoredHeader;
}

std::size_t StoreAll(const uint8_t* data, std::size_t size, uint8_t* out) noexcept {
  uint8_t* const begin = out;
  for (std::size_t at = 0; at < size; at += kMaxStored) {
    const std::size_t length = std::min(size - at, kMaxStored);
    *out++ = at + length == size;  // BFINAL
    out = PutStored(data + at, length, out);
  }
  return static_cast<std::size_t>(out - begin);
}

}  // namespace cobble
