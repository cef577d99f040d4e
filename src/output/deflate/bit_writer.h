// Packs bits into bytes, least significant bit first, as deflate does (RFC 1951, 3.1.1).
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace cobble {

static_assert(std::endian::native == std::endian::little, "bits are stored in memory order");

// May write up to 8 bytes past the end of the output.
class BitWriter {
 public:
  explicit BitWriter(uint8_t* out) : out_(out) {}

  // Appends the low `count` bits of `bits`, whose higher bits must be 0. At most 56 bits may be
  // added between two calls of Flush.
  void Add(uint64_t bits, int count) {
    bits_ |= bits << count_;
    count_ += count;
  }
  // Stores whole bytes; up to 7 bits stay buffered.
  void Flush() {
    std::memcpy(out_, &bits_, sizeof bits_);
    out_ += count_ >> 3;
    bits_ >>= count_ & ~7;
    count_ &= 7;
  }
  // Pads the last byte with zero bits and stores it. Returns a pointer past it.
  uint8_t* AlignToByte() {
    count_ = (count_ + 7) & ~7;
    Flush();
    return out_;
  }
  // Continues at `out`. Call only after AlignToByte.
  void MoveTo(uint8_t* out) { out_ = out; }

 private:
  uint64_t bits_ = 0;
  int count_ = 0;
  uint8_t* out_;
};

}  // namespace cobble
