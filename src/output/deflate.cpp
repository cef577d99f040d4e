// Deflate by ISA-L, checksums by ISA-L and zlib.
#include "output/deflate.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>

namespace cobble {
namespace {

constexpr std::size_t kMostStored = 65535;  // bytes in a stored block
constexpr std::size_t kStoredHeader = 5;
// What a stretch may need beyond stored blocks: the flush at its end, and room in which ISA-L
// writes without looking at every byte.
constexpr std::size_t kSlack = 512;
// ISA-L counts in 32 bits: longer input is several stretches.
constexpr std::size_t kMostInput = std::size_t{1} << 30;
constexpr uint32_t kLevel = 1;

}  // namespace

struct Deflater::State {
  isal_zstream stream;
  uint8_t level_buffer[ISAL_DEF_LVL1_DEFAULT];

  // Compresses one stretch of at most kMostInput bytes. Returns 0 where `room` is too little.
  std::size_t Compress(const uint8_t* data, std::size_t size, uint8_t* out, std::size_t room);
};

std::size_t Deflater::State::Compress(const uint8_t* data, std::size_t size, uint8_t* out,
                                      std::size_t room) {
  isal_deflate_init(&stream);
  stream.level = kLevel;
  stream.level_buf = level_buffer;
  stream.level_buf_size = sizeof level_buffer;
  stream.flush = FULL_FLUSH;
  stream.next_in = const_cast<uint8_t*>(data);  // ISA-L reads it only
  stream.avail_in = static_cast<uint32_t>(size);
  stream.next_out = out;
  stream.avail_out = static_cast<uint32_t>(room);
  const bool done =
      isal_deflate(&stream) == COMP_OK && stream.avail_in == 0 && stream.avail_out > 0;
  return done ? room - stream.avail_out : 0;
}

Size DeflatedBound(Size size) {
  const Size stretches = size.DivideUp(kMostInput);
  return size + size.DivideUp(kMostStored) * kStoredHeader + stretches * (kSlack + kStoredHeader);
}

Deflater::Deflater() : state_(std::make_unique<State>()) {}
Deflater::~Deflater() = default;
Deflater::Deflater(Deflater&&) noexcept = default;

std::size_t Deflater::Run(const uint8_t* data, std::size_t size, uint8_t* out) noexcept {
  uint8_t* const begin = out;
  while (size > 0) {
    const std::size_t here = std::min(size, kMostInput);
    const std::size_t blocks = (here + kMostStored - 1) / kMostStored;
    const std::size_t room = here + blocks * kStoredHeader + kSlack;
    const std::size_t compressed = state_->Compress(data, here, out, room);
    out += compressed > 0 ? compressed : StoreBlocks(data, here, out);
    data += here;
    size -= here;
  }
  return static_cast<std::size_t>(out - begin);
}

std::size_t StoreBlocks(const uint8_t* data, std::size_t size, uint8_t* out) noexcept {
  uint8_t* const begin = out;
  while (size > 0) {
    const std::size_t here = std::min(size, kMostStored);
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
