// Compresses with short matches, block by block.
// Based on: Ziv and Lempel, "A universal algorithm for sequential data compression", 1977.
#include "output/deflate/short_matches.h"

#include <algorithm>

namespace cobble {
namespace {

// The start of a block, which shows whether matches pay off in it.
constexpr std::size_t kProbe = kBlockBytes / 4;
// Positions are searched while this many bytes remain in the block.
constexpr std::size_t kSearched = 9;

}  // namespace

void ShortMatches::Run(const ShortSettings& settings, const uint8_t* data, std::size_t size,
                       BlockWriter* writer) noexcept {
  const Input input{settings.grid, data, size};
  last_.fill(0);
  for (std::size_t begin = 0; begin < size;) {
    const std::size_t end = std::min(begin + kBlockBytes, size);
    StartBlock();
    const std::size_t probed = AddTokens(input, begin, std::min(begin + kProbe, end), end);
    BlockCounts literals;
    literals.CountLiterals(data + begin, probed - begin);
    const uint64_t bits = Counts().EstimatedBits();
    if (bits + bits / settings.min_saving < literals.EstimatedBits()) {
      AddTokens(input, probed, end, end);
      BlockCounts counts = Counts();
      writer->Write(data + begin, end - begin, {tokens_.data(), count_}, &counts);
    } else {
      writer->Write(data + begin, end - begin);
    }
    begin = end;
  }
}

uint64_t ShortMatches::Estimate(const MatchGrid& grid, const uint8_t* data,
                                std::size_t size) noexcept {
  last_.fill(0);
  StartBlock();
  AddTokens({grid, data, size}, 0, size, size);
  return Counts().CodedBits();
}

void ShortMatches::StartBlock() noexcept {
  count_ = 0;
  counts_ = {};
}

BlockCounts ShortMatches::Counts() const noexcept {
  BlockCounts counts = counts_[0];
  for (std::size_t s = 0; s < kSymbols; ++s) counts.symbols[s] += counts_[1].symbols[s];
  return counts;
}

// Adds the tokens of the bytes from `at` to `end`, or to `block_end` if the last match goes on that
// far. Returns the position after the last token.
std::size_t ShortMatches::AddTokens(const Input& input, std::size_t at, std::size_t end,
                                    std::size_t block_end) noexcept {
  const auto& [row, first, step] = input.grid;
  const std::size_t searched = block_end - std::min(block_end, kSearched);
  while (at < end) {
    at = AddLiterals(input, at, std::min(input.grid.Next(at), end));
    const std::size_t row_end = at - at % row + row;
    const std::size_t piece_end = std::min({end, row_end, searched});
    at = at + step <= piece_end ? AddPiece(input, at, piece_end, block_end)
                                : AddLiterals(input, at, std::min(end, row_end));
  }
  return at;
}

// Adds the tokens of one piece, which begins at a position of the grid.
std::size_t ShortMatches::AddPiece(const Input& input, std::size_t at, std::size_t end,
                                   std::size_t block_end) noexcept {
  const std::size_t step = input.grid.step;
  const std::size_t positions = std::min((end - at) / step, MatchPiece::kPositions);
  loops_.find(input.data, at, step, positions, last_.data(), piece_);
  TokenSink sink{tokens_.data() + count_, counts_};
  const std::size_t next =
      loops_.choose(input.data, at, step, at + positions * step, block_end - 1, piece_, sink);
  count_ = static_cast<std::size_t>(sink.end - tokens_.data());
  return next;
}

std::size_t ShortMatches::AddLiterals(const Input& input, std::size_t at,
                                      std::size_t end) noexcept {
  for (; at < end; ++at) {
    tokens_[count_++] = Token::Literal(input.data[at]);
    ++counts_[0].symbols[input.data[at]];
  }
  return at;
}

}  // namespace cobble
