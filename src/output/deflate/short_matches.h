// DEFLATE compression with matches of 4 bytes or more: for rows of smooth 16-bit samples, and data
// in which few bytes repeat. Blocks where matches do not pay off are coded as literals.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "output/deflate/block.h"
#include "output/deflate/codes.h"
#include "output/deflate/match.h"

namespace cobble {

inline constexpr int kMatchHashBits = 15;

// The positions of a piece of a block at which matches may start.
struct MatchPiece {
  static constexpr std::size_t kPositions = 2048;
  static constexpr std::size_t kPadding = 16;  // vectors run past the end
  static constexpr uint8_t kLong = 16;
  template <typename T>
  using OfPositions = std::array<T, kPositions + kPadding>;

  // The candidate of each position: its distance, and which of kLong bytes are equal there.
  alignas(64) OfPositions<uint16_t> distances;
  alignas(64) OfPositions<uint16_t> equal;
  alignas(64) OfPositions<uint8_t> bytes;  // the byte at each position
  // The token for each position: a match of at most kLong bytes, or a literal.
  alignas(64) OfPositions<uint32_t> tokens;
  // The number of bytes that the token encodes (kLong: that many or more), and the same in whole
  // steps, where literals fill the last one.
  alignas(64) OfPositions<uint8_t> lengths;
  alignas(64) OfPositions<uint8_t> advances;
};

// Where tokens are written and counted. The second set of counters is for the second byte of a
// sample: with one set, repeated symbols would stall on store-to-load forwarding.
struct TokenSink {
  Token* end;
  std::array<BlockCounts, 2>& counts;
};

struct MatchLoops {
  // Fills `piece` for `count` positions of `data` from `at` on, `step` bytes apart, and enters them
  // in `last`: the latest position by hash, mod 2^16. Reads kLong bytes at each.
  void (*find)(const uint8_t* data, std::size_t at, std::size_t step, std::size_t count,
               uint16_t* last, MatchPiece& piece) noexcept;
  // Encodes bytes with the tokens of `piece`, which has `count` positions from `at` on. The last
  // match may run to `limit`, at least kLong bytes past all positions. Returns the position after
  // the last token.
  std::size_t (*choose)(const uint8_t* data, std::size_t at, std::size_t step, std::size_t count,
                        std::size_t limit, const MatchPiece& piece, TokenSink& sink) noexcept;
};

MatchLoops SelectMatchLoops(int64_t simd_target);

struct ShortSettings {
  MatchGrid grid{};  // step is 1 or 2
  // Since they are several times slower, matches must save more than 1 / min_saving of a block.
  uint64_t min_saving = 32;
};

class ShortMatches {
 public:
  explicit ShortMatches(int64_t simd_target) : loops_(SelectMatchLoops(simd_target)) {}

  // Writes `data` with the writer. In: size below 2^31.
  void Run(const ShortSettings& settings, const uint8_t* data, std::size_t size,
           BlockWriter* writer) noexcept;
  // Returns the approximate compressed size of the data in bits. In: size at most kBlockBytes.
  uint64_t Estimate(const MatchGrid& grid, const uint8_t* data, std::size_t size) noexcept;

 private:
  struct Input {
    MatchGrid grid;
    const uint8_t* data;
    std::size_t size;
  };

  void StartBlock() noexcept;
  std::size_t AddTokens(const Input& input, std::size_t at, std::size_t end,
                        std::size_t block_end) noexcept;
  std::size_t AddPiece(const Input& input, std::size_t at, std::size_t end,
                       std::size_t block_end) noexcept;
  std::size_t AddLiterals(const Input& input, std::size_t at, std::size_t end) noexcept;
  BlockCounts Counts() const noexcept;

  MatchLoops loops_;
  std::array<uint16_t, std::size_t{1} << kMatchHashBits> last_;
  MatchPiece piece_;
  // The current block.
  std::array<Token, kBlockBytes + 1> tokens_;  // one more, since a loop writes it
  std::size_t count_ = 0;
  std::array<BlockCounts, 2> counts_;
};

}  // namespace cobble
