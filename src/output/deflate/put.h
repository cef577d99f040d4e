// The inner loops that write coded symbols: plain integer code, compiled once per SIMD target
// because newer targets have faster shifts. All targets write the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "output/deflate/bit_writer.h"
#include "output/deflate/codes.h"

namespace cobble {

struct PutLoops {
  void (*literals)(const BlockCodes& codes, const uint8_t* data, std::size_t size,
                   BitWriter* bits) noexcept;
  void (*tokens)(const BlockCodes& codes, std::span<const Token> tokens, BitWriter* bits) noexcept;
};

PutLoops SelectPutLoops(int64_t simd_target);

}  // namespace cobble
