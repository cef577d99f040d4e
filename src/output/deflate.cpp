// Compresses with cobble's own DEFLATE encoder, ISA-L and zlib; checksums use ISA-L and zlib.
#include "output/deflate.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "cobble/error.h"
#include "output/buffer.h"
#include "output/deflate_block.h"
#include "output/long_matches.h"

namespace cobble {
namespace {

constexpr std::size_t kMaxStored = 65535;  // bytes in a stored block
constexpr std::size_t kStoredHeader = 5;
// Extra room for a segment beyond its stored blocks: for the flush at the segment's end, and for
// ISA-L and BitWriter, which write past the end to avoid a bounds check per byte.
constexpr std::size_t kSlack = 512;
// ISA-L uses 32-bit counts, so longer input is split into several segments.
constexpr std::size_t kMaxInput = std::size_t{1} << 30;
// Levels 1 and 2 produce files of the same size in a third to two thirds of the time, but at these
// levels ISA-L's output for the last bytes depends on the address of its buffer.
constexpr uint32_t kIsalLevel = 3;
constexpr std::size_t kIsalBufferBytes = ISAL_DEF_LVL3_DEFAULT;
// Approximate cost in bits of a match with a large distance. A match pays off if the literals that
// it replaces cost more.
constexpr std::size_t kMatchBits = 32;

std::size_t DeflateLiterals(const uint8_t* data, std::size_t size, uint8_t* out) noexcept {
  BlockWriter writer(out);
  for (std::size_t at = 0; at < size; at += kBlockBytes)
    writer.Write(data + at, std::min(kBlockBytes, size - at));
  return static_cast<std::size_t>(writer.Finish() - out);
}

// ISA-L and its working memory.
class Isal {
 public:
  // Compresses one segment of at most kMaxInput bytes. Returns 0 if `capacity` is too small.
  std::size_t Run(const uint8_t* data, std::size_t size, uint8_t* out,
                  std::size_t capacity) noexcept;

 private:
  isal_zstream stream_;
  uint8_t level_buffer_[kIsalBufferBytes];
};

std::size_t Isal::Run(const uint8_t* data, std::size_t size, uint8_t* out,
                      std::size_t capacity) noexcept {
  isal_deflate_init(&stream_);
  stream_.level = kIsalLevel;
  stream_.level_buf = level_buffer_;
  stream_.level_buf_size = sizeof level_buffer_;
  stream_.flush = FULL_FLUSH;
  stream_.next_in = const_cast<uint8_t*>(data);  // not modified
  stream_.avail_in = static_cast<uint32_t>(size);
  stream_.next_out = out;
  stream_.avail_out = static_cast<uint32_t>(capacity);
  const bool done =
      isal_deflate(&stream_) == COMP_OK && stream_.avail_in == 0 && stream_.avail_out > 0;
  return done ? capacity - stream_.avail_out : 0;
}

// zlib at its highest compression level, with a buffer that holds its output until the size is
// known.
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
                      std::size_t size) noexcept;

 private:
  z_stream stream_{};
  Buffer out_;
};

std::size_t Zlib::Improve(const uint8_t* data, std::size_t data_size, uint8_t* out,
                          std::size_t size) noexcept {
  deflateReset(&stream_);
  stream_.next_in = const_cast<Bytef*>(data);
  stream_.avail_in = static_cast<uInt>(data_size);
  stream_.next_out = reinterpret_cast<Bytef*>(out_.data());
  stream_.avail_out = static_cast<uInt>(size);
  const bool done =
      deflate(&stream_, Z_FULL_FLUSH) == Z_OK && stream_.avail_in == 0 && stream_.avail_out > 0;
  if (!done) return size;
  std::memcpy(out, out_.data(), stream_.total_out);
  return stream_.total_out;
}

}  // namespace

struct Deflater::State {
  LongMatches long_matches;
  Isal isal;
  std::optional<Zlib> zlib;

  // Compresses at most kMaxInput bytes. Returns 0 if `capacity`, at least DeflatedBound(size), is
  // too small.
  std::size_t Run(const DeflatePlan& plan, const uint8_t* data, std::size_t size, uint8_t* out,
                  std::size_t capacity) noexcept;
};

std::size_t Deflater::State::Run(const DeflatePlan& plan, const uint8_t* data, std::size_t size,
                                 uint8_t* out, std::size_t capacity) noexcept {
  switch (plan.method) {
    case DeflateMethod::kLongMatches:
      return static_cast<std::size_t>(long_matches.Run(data, size, plan.min_match, out) - out);
    case DeflateMethod::kShortMatches:
      return isal.Run(data, size, out, capacity);
    case DeflateMethod::kLiterals:
      break;
  }
  return DeflateLiterals(data, size, out);
}

// If all blocks of kBlockBytes are stored, each has a header.
Size DeflatedBound(Size size) {
  const Size segments = size.DivideUp(kMaxInput);
  return size + size.DivideUp(kBlockBytes) * kStoredHeader + segments * (kSlack + kStoredHeader);
}

Deflater::Deflater(Compression compression, Size maximum) : state_(new State) {
  if (compression == Compression::kSmall) state_->zlib.emplace(maximum);
}
Deflater::~Deflater() = default;
Deflater::Deflater(Deflater&&) noexcept = default;

DeflateTrial Deflater::TryLiterals(const uint8_t* data, std::size_t size) const noexcept {
  BlockCounts counts;
  counts.CountLiterals(data, size);
  const BlockCodes codes(&counts);
  return {{DeflateMethod::kLiterals}, static_cast<std::size_t>(codes.Bits(counts) / 8 + 1)};
}

DeflateTrial Deflater::TryMatches(const DeflateTrial& literals, const uint8_t* data,
                                  std::size_t size, uint8_t* out) noexcept {
  // This many literals cost kMatchBits.
  const std::size_t min_match = kMatchBits * size / (8 * literals.size);
  DeflatePlan plan{DeflateMethod::kShortMatches};
  if (min_match >= kLowestMinMatch)
    plan = {DeflateMethod::kLongMatches,
            static_cast<int>(std::min<std::size_t>(min_match, kHighestMinMatch))};
  const std::size_t capacity = DeflatedBound(size).bytes();
  const std::size_t got = state_->Run(plan, data, size, out, capacity);
  return {plan, got > 0 ? got : capacity};
}

std::size_t Deflater::Run(const DeflatePlan& plan, const uint8_t* data, std::size_t size,
                          uint8_t* out) noexcept {
  uint8_t* const begin = out;
  while (size > 0) {
    const std::size_t segment = std::min(size, kMaxInput);
    const std::size_t blocks = (segment + kMaxStored - 1) / kMaxStored;
    const std::size_t capacity = segment + blocks * kStoredHeader + kSlack;
    std::size_t packed = state_->Run(plan, data, segment, out, capacity);
    if (packed == 0) packed = StoreBlocks(data, segment, out);
    if (state_->zlib) packed = state_->zlib->Improve(data, segment, out, packed);
    out += packed;
    data += segment;
    size -= segment;
  }
  return static_cast<std::size_t>(out - begin);
}

std::size_t StoreBlocks(const uint8_t* data, std::size_t size, uint8_t* out) noexcept {
  uint8_t* const begin = out;
  while (size > 0) {
    const std::size_t length = std::min(size, kMaxStored);
    const auto low = static_cast<uint8_t>(length & 0xFF), high = static_cast<uint8_t>(length >> 8);
    const uint8_t header[kStoredHeader] = {0, low, high, static_cast<uint8_t>(~low),
                                           static_cast<uint8_t>(~high)};
    std::memcpy(out, header, kStoredHeader);
    std::memcpy(out + kStoredHeader, data, length);
    out += kStoredHeader + length;
    data += length;
    size -= length;
  }
  return static_cast<std::size_t>(out - begin);
}

uint32_t Crc32(uint32_t crc, const void* data, std::size_t size) noexcept {
  return crc32_gzip_refl(crc, static_cast<const unsigned char*>(data), size);
}

uint32_t Adler32(uint32_t adler, const void* data, std::size_t size) noexcept {
  return isal_adler32(adler, static_cast<const unsigned char*>(data), size);
}

uint32_t CombineAdler32(uint32_t first, uint32_t second, uint64_t size) noexcept {
  return static_cast<uint32_t>(adler32_combine(first, second, static_cast<z_off_t>(size)));
}

}  // namespace cobble
