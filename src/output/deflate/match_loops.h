// The inner loops of ShortMatches, compiled once per SIMD target. All find the same matches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "output/deflate/codes.h"

namespace cobble {

inline constexpr int kMatchHashBits = 15;

// The positions of a piece of a block at which matches may start.
struct MatchPiece {
  static constexpr std::size_t kPositions = 2048;
  static constexpr std::size_t kPadding = 16;  // vectors run past the end
  static constexpr uint8_t kLong = 7;

  // The token for each position: a match of at most kLong bytes, or a literal. (During the search:
  // distance in bits 12 and up, length in bits 8 to 11, byte in bits 0 to 7.)
  alignas(64) std::array<uint32_t, kPositions + kPadding> tokens;
  // The number of bytes that the token encodes. kLong: that many or more.
  alignas(64) std::array<uint8_t, kPositions + kPadding> lengths;
};

// Where tokens are written and counted. The second set of counters is for the second byte of a
// sample: with one set, repeated symbols would stall on store-to-load forwarding.
struct TokenSink {
  Token* end;
  std::array<BlockCounts, 2>& counts;
};

struct MatchLoops {
  // Fills `piece` for `count` positions of `data` from `at` on, `step` bytes apart, and enters them
  // in `last`: the latest position by hash, mod 2^16. Reads 8 bytes at each.
  void (*find)(const uint8_t* data, std::size_t at, std::size_t step, std::size_t count,
               uint16_t* last, MatchPiece& piece) noexcept;
  // Encodes bytes with the tokens of `piece`, which begins at `at`, until less than a step is left
  // before `end`. The last match may run to `limit`, at least 8 bytes past all positions. Returns
  // the position after the last token. Reads the byte at `limit`.
  std::size_t (*choose)(const uint8_t* data, std::size_t at, std::size_t step, std::size_t end,
                        std::size_t limit, const MatchPiece& piece, TokenSink& sink) noexcept;
};

MatchLoops SelectMatchLoops(int64_t simd_target);

}  // namespace cobble
