// DEFLATE compression with matches of 4 bytes or more: for rows of smooth 16-bit samples, and data
// in which few bytes repeat. Blocks where matches do not pay off are coded as literals.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "output/deflate/block.h"
#include "output/deflate/match_grid.h"
#include "output/deflate/match_loops.h"

namespace cobble {

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
