// Bits into bytes, the lowest first, as deflate has them.
#ifndef COBBLE_OUTPUT_BIT_WRITER_H_
#define COBBLE_OUTPUT_BIT_WRITER_H_

#include <bit>
#include <cstdint>
#include <cstring>

namespace cobble {

static_assert(std::endian::native == std::endian::little, "bits are stored as they stand");

// Writes up to eight bytes beyond what it has to.
class BitWriter {
 public:
  explicit BitWriter(uint8_t* out) : out_(out) {}

  // Between two calls of Flush, up to 56 bits. `bits` has no bit set beyond `count`.
  void Add(uint64_t bits, int count) {
    bits_ |= bits << count_;
    count_ += count;
  }
  // Stores whole bytes; less than eight bits stay.
  void Flush() {
    std::memcpy(out_, &bits_, sizeof bits_);
    out_ += count_ >> 3;
    bits_ >>= count_ & ~7;
    count_ &= 7;
  }
  // Fills the last byte with zeros. Returns where the next one goes.
  uint8_t* ToByte() {
    count_ = (count_ + 7) & ~7;
    Flush();
    return out_;
  }
  // Goes on elsewhere, after ToByte.
  void MoveTo(uint8_t* out) { out_ = out; }

 private:
  uint64_t bits_ = 0;
  int count_ = 0;
  uint8_t* out_;
};

}  // namespace cobble

#endif  // COBBLE_OUTPUT_BIT_WRITER_H_
