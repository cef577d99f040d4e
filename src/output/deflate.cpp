// Deflate by cobble's own blocks, by ISA-L and by zlib; checksums by ISA-L and zlib.
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
// What a stretch may need beyond stored blocks: the flush at its end, and room in which ISA-L and
// BitWriter write without looking at every byte.
constexpr std::size_t kSlack = 512;
// ISA-L counts in 32 bits: longer input is several stretches.
constexpr std::size_t kMaxInput = std::size_t{1} << 30;
// At levels 1 and 2, which take a third to two thirds of the time for files as large, what ISA-L
// makes of the last bytes depends on the address of its memory.
constexpr uint32_t kIsalLevel = 3;
constexpr std::size_t kIsalRoom = ISAL_DEF_LVL3_DEFAULT;
// Bits that a match takes, more or less, a far one: it pays where its literals would take more.
constexpr std::size_t kMatchBits = 32;

std::size_t DeflateLiterals(const uint8_t* data, std::size_t size, uint8_t* out) noexcept {
  BlockWriter writer(out);
  for (std::size_t at = 0; at < size; at += kBlockBytes)
    writer.Write(data + at, std::min(kBlockBytes, size - at));
  return static_cast<std::size_t>(writer.Finish() - out);
}

// ISA-L, with the memory that it works in.
class Isal {
 public:
  // Compresses one stretch of at most kMaxInput bytes. Returns 0 where `room` is too little.
  std::size_t Run(const uint8_t* data, std::size_t size, uint8_t* out, std::size_t room) noexcept;

 private:
  isal_zstream stream_;
  uint8_t level_buffer_[kIsalRoom];
};

std::size_t Isal::Run(const uint8_t* data, std::size_t size, uint8_t* out,
                      std::size_t room) noexcept {
  isal_deflate_init(&stream_);
  stream_.level = kIsalLevel;
  stream_.level_buf = level_buffer_;
  stream_.level_buf_size = sizeof level_buffer_;
  stream_.flush = FULL_FLUSH;
  stream_.next_in = const_cast<uint8_t*>(data);  // ISA-L reads it only
  stream_.avail_in = static_cast<uint32_t>(size);
  stream_.next_out = out;
  stream_.avail_out = static_cast<uint32_t>(room);
  const bool done =
      isal_deflate(&stream_) == COMP_OK && stream_.avail_in == 0 && stream_.avail_out > 0;
  return done ? room - stream_.avail_out : 0;
}

// zlib at its best, and the room for what comes of it until it is known to be the smaller.
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

  // Replaces the `size` bytes at `out`, which the data became, by fewer where it can.
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

  // Of at most kMaxInput bytes. Returns 0 where `room` is too little, which is never less than
  // DeflatedBound says.
  std::size_t Run(const DeflatePlan& plan, const uint8_t* data, std::size_t size, uint8_t* out,
                  std::size_t room) noexcept;
};

std::size_t Deflater::State::Run(const DeflatePlan& plan, const uint8_t* data, std::size_t size,
                                 uint8_t* out, std::size_t room) noexcept {
  switch (plan.method) {
    case DeflateMethod::kLongMatches:
      return static_cast<std::size_t>(long_matches.Run(data, size, plan.shortest, out) - out);
    case DeflateMethod::kShortMatches:
      return isal.Run(data, size, out, room);
    case DeflateMethod::kLiterals:
      break;
  }
  return DeflateLiterals(data, size, out);
}

// A block of kBlockBytes that is stored has a header of its own.
Size DeflatedBound(Size size) {
  const Size stretches = size.DivideUp(kMaxInput);
  return size + size.DivideUp(kBlockBytes) * kStoredHeader + stretches * (kSlack + kStoredHeader);
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
  // As many literals as take kMatchBits.
  const std::size_t shortest = kMatchBits * size / (8 * literals.size);
  DeflatePlan plan{DeflateMethod::kShortMatches};
  if (shortest >= kMinShortest)
    plan = {DeflateMethod::kLongMatches,
            static_cast<int>(std::min<std::size_t>(shortest, kMaxShortest))};
  const std::size_t room = DeflatedBound(size).bytes();
  const std::size_t got = state_->Run(plan, data, size, out, room);
  return {plan, got > 0 ? got : room};
}

std::size_t Deflater::Run(const DeflatePlan& plan, const uint8_t* data, std::size_t size,
                          uint8_t* out) noexcept {
  uint8_t* const begin = out;
  while (size > 0) {
    const std::size_t here = std::min(size, kMaxInput);
    const std::size_t blocks = (here + kMaxStored - 1) / kMaxStored;
    const std::size_t room = here + blocks * kStoredHeader + kSlack;
    std::size_t packed = state_->Run(plan, data, here, out, room);
    if (packed == 0) packed = StoreBlocks(data, here, out);
    if (state_->zlib) packed = state_->zlib->Improve(data, here, out, packed);
    out += packed;
    data += here;
    size -= here;
  }
  return static_cast<std::size_t>(out - begin);
}

std::size_t StoreBlocks(const uint8_t* data, std::size_t size, uint8_t* out) noexcept {
  uint8_t* const begin = out;
  while (size > 0) {
    const std::size_t here = std::min(size, kMaxStored);
    const auto low = static_cast<uint8_t>(here & 0xFF), high = static_cast<uint8_t>(here >> 8);
    const uint8_t header[kStoredHeader] = {0, low, high, static_cast<uint8_t>(~low),
                                           static_cast<uint8_t>(~high)};
    std::memcpy(out, header, kStoredHeader);
    std::memcpy(out + kStoredHeader, data, here);
    out += kStoredHeader + here;
    data += here;
    size -= here;
  }
  return static_cast<std::size_t>(out - begin);
}

uint32_t Crc32(uint32_t crc, const void* data, std::size_t size) noexcept {
  return crc32_gzip_refl(crc, static_cast<const unsigned char*>(data), size);
}

uint32_t Adler32(uint32_t adler, const void* data, std::size_t size) noexcept {
  return isal_adler32(adler, static_cast<const unsigned char*>(data), size);
}

uint32_t JoinAdler32(uint32_t first, uint32_t second, uint64_t size) noexcept {
  return static_cast<uint32_t>(adler32_combine(first, second, static_cast<z_off_t>(size)));
}

}  // namespace cobble
