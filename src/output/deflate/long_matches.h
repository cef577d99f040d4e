// DEFLATE compression with long matches only: good for smooth or flat 8-bit pictures, where every
// contour continues in the next row. Not for data with short repeats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "output/deflate/block.h"
#include "output/deflate/match.h"

namespace cobble {

// Range of `min_match`. Shorter matches occur by chance; a higher minimum is hardly ever needed.
inline constexpr int kLowestMinMatch = 9, kHighestMinMatch = 24;

struct LongSettings {
  int min_match = kHighestMinMatch;  // minimum match length
  MatchGrid grid{};                  // step is at most 8
};

class LongMatches {
 public:
  // Writes `data` with the writer. In: size below 2^31.
  void Run(const LongSettings& settings, const uint8_t* data, std::size_t size,
           BlockWriter* writer) noexcept;
  // Returns the approximate compressed size of the data in bits. In: size at most kBlockBytes.
  uint64_t Estimate(const LongSettings& settings, const uint8_t* data, std::size_t size) noexcept;

 private:
  struct Input {
    MatchGrid grid;
    const uint8_t* data;
    std::size_t size;
    uint64_t masks[3];  // select the first `min_match` of 24 bytes
  };

  static Input Prepare(const LongSettings& settings, const uint8_t* data,
                       std::size_t size) noexcept;
  std::size_t FillBlock(const Input& input, std::size_t begin) noexcept;
  template <uint32_t kStep>
  std::size_t FindMatch(const Input& input, std::size_t at, std::size_t end,
                        std::size_t* found) noexcept;
  std::size_t AddMatch(const Input& input, std::size_t at, std::size_t distance,
                       std::size_t literals) noexcept;
  void AddLiterals(const Input& input, std::size_t at, std::size_t end) noexcept {
    count_ += end - at;
    for (; at < end; ++at) ++literals_[at % kCounters][input.data[at]];
  }

  static constexpr int kHashBits = 13;
  static constexpr std::size_t kHashedBytes = kHighestMinMatch;  // bytes read at a position
  std::array<uint16_t, std::size_t{1} << kHashBits> last_;  // latest position by hash, mod 2^16
  static constexpr std::size_t kBlockTokens = std::size_t{1} << 14;
  // The current block: its matches, the number of its tokens, and the counts of its symbols. The
  // counters of literals are several, as in BlockCounts::CountLiterals, and only their sums count.
  static constexpr std::size_t kCounters = 4;
  std::array<LiteralsAndMatch, kBlockTokens> matches_;
  std::size_t matches_count_ = 0, count_ = 0;
  BlockCounts counts_;
  std::array<std::array<uint32_t, 256>, kCounters> literals_;
};

}  // namespace cobble
