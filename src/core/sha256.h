// SHA-256 of files, for other programs to verify (sha256sum -c), and of the pixels of images.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace cobble {

// Based on: FIPS 180-4, Secure Hash Standard, NIST 2015.
class Sha256 {
 public:
  void Add(const void* data, std::size_t size);
  // Ends the message. Returns 64 hex digits.
  std::string Text();

 private:
  static constexpr std::size_t kBlock = 64;  // bytes

  void AddBlock(const uint8_t* block);

  std::array<uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<uint8_t, kBlock> rest_{};  // bytes of an incomplete block
  uint64_t size_ = 0;                   // of the message so far, in bytes
};

}  // namespace cobble
