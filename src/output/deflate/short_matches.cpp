// Compresses with short matches, block by block. Finds candidates for matches at all positions of a
// piece, then chooses among them from front to back, in two loops that are each free of
// unpredictable branches.
// Based on: Ziv and Lempel, "A universal algorithm for sequential data compression", 1977;
// Williams, "An extremely fast Ziv-Lempel data compression algorithm" (hash table), 1991.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "output/deflate/short_matches.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep

#include <algorithm>
#include <cstring>

#include "core/simd-inl.h"
#include "hwy/highway.h"
#include "output/deflate/short_matches.h"

HWY_BEFORE_NAMESPACE();
namespace cobble {
namespace HWY_NAMESPACE {
namespace {

constexpr int kMinLength = 4;  // the bytes that Hash sees

// Hashes the first 4 bytes. The factor is 2^32 divided by the golden ratio.
HWY_INLINE uint32_t Hash(uint64_t bytes) {
  return static_cast<uint32_t>(bytes) * 0x9E3779B1u >> (32 - kMatchHashBits);
}

// Returns a mask of the bytes that are equal at a and b, of the first MatchPiece::kLong.
HWY_INLINE uint16_t EqualBytes(const uint8_t* a, const uint8_t* b) {
#if HWY_TARGET == HWY_SCALAR
  return static_cast<uint16_t>((1u << MatchLength(a, b, MatchPiece::kLong)) - 1);
#else
  const hn::FixedTag<uint8_t, MatchPiece::kLong> d;
  alignas(8) uint8_t bits[8] = {};
  hn::StoreMaskBits(d, hn::LoadU(d, a) == hn::LoadU(d, b), bits);
  uint16_t mask;
  std::memcpy(&mask, bits, sizeof mask);
  return mask;
#endif
}

// Finds each position's candidate: the latest position with the same hash. The distance may be 0 or
// too large for DEFLATE. Two loops, since loads that wait for the table would hold up the others.
HWY_INLINE void FindCandidates(const uint8_t* data, std::size_t at, std::size_t step,
                               std::size_t count, uint16_t* last, MatchPiece& piece) {
  for (std::size_t k = 0; k < count; ++k) {
    const auto here = static_cast<uint16_t>(at + k * step);
    uint16_t& latest = last[Hash(Load64(data + at + k * step))];
    piece.distances[k] = static_cast<uint16_t>(here - latest);
    latest = here;
  }
  for (std::size_t k = 0; k < count; ++k) {
    const uint8_t* const here = data + at + k * step;
    piece.bytes[k] = *here;
    piece.equal[k] = EqualBytes(here, here - piece.distances[k]);
  }
}

// Makes tokens of the candidates. The length is the exponent of the lowest bit not set in `equal`.
// The distance code is the exponent and the mantissa's first bit of the distance as a float; the
// extra bits are the rest.
template <std::size_t kStep>
HWY_INLINE void MakeTokens(std::size_t count, MatchPiece& piece) {
  const I32 d;
  const hn::Rebind<uint8_t, I32> bytes;
  const hn::Rebind<uint16_t, I32> halves;
  const auto constant = [&](int x) { return hn::Set(d, x); };
  for (std::size_t k = 0; k < count; k += hn::Lanes(d)) {
    const VI byte = hn::PromoteTo(d, hn::LoadU(bytes, piece.bytes.data() + k));
    const VI equal = hn::PromoteTo(d, hn::LoadU(halves, piece.equal.data() + k));
    const VI first_different = hn::AndNot(equal, equal + constant(1));
    const VI length =
        hn::ShiftRight<23>(hn::BitCast(d, hn::ConvertTo(F32(), first_different))) - constant(127);
    const VI distance = hn::PromoteTo(d, hn::LoadU(halves, piece.distances.data() + k));
    const auto is_match =
        hn::And(length > constant(kMinLength - 1),
                hn::And(distance > hn::Zero(d), distance < constant(kMaxDistance + 1)));

    const VI above = distance - constant(1);
    const VI bits = hn::BitCast(d, hn::ConvertTo(F32(), above));
    const VI code =
        hn::IfThenElse(above < constant(2), above, hn::ShiftRight<22>(bits) - constant(254));
    const VI base =
        hn::ConvertTo(d, hn::BitCast(F32(), bits & constant(static_cast<int>(0xFFC00000))));
    // From 11 on, two lengths share a symbol; the extra bit tells them apart.
    const VI twice = hn::Max(length - constant(11), hn::Zero(d));
    const VI symbol =
        length + constant(kFirstLengthSymbol - kMinMatch) - hn::ShiftRight<1>(twice + constant(1));
    const VI extra = hn::ShiftLeft<9>(twice & constant(1));
    const VI match = symbol | extra | hn::ShiftLeft<14>(code) | hn::ShiftLeft<19>(above - base);
    const VI literal = byte | constant(kNoDistance << 14);
    const VI encoded = hn::IfThenElse(is_match, length, constant(1));
    hn::StoreU(hn::IfThenElse(is_match, match, literal), d,
               reinterpret_cast<int32_t*>(piece.tokens.data()) + k);
    hn::StoreU(hn::DemoteTo(bytes, encoded), bytes, piece.lengths.data() + k);
    if constexpr (kStep == 2)
      hn::StoreU(hn::DemoteTo(bytes, hn::ShiftRight<1>(encoded + constant(1))), bytes,
                 piece.advances.data() + k);
  }
}

void Find(const uint8_t* data, std::size_t at, std::size_t step, std::size_t count, uint16_t* last,
          MatchPiece& piece) noexcept {
  if (step == 2) {
    FindCandidates(data, at, 2, count, last, piece);
    MakeTokens<2>(count, piece);
  } else {
    FindCandidates(data, at, 1, count, last, piece);
    MakeTokens<1>(count, piece);
  }
}

// Returns the match at `here`, which begins as `token` says, with all its bytes up to `limit`.
HWY_NOINLINE Token Extended(Token token, const uint8_t* here, std::size_t limit,
                            std::size_t* length) {
  const auto distance = static_cast<std::size_t>(token.distance());
  const std::size_t maximum = std::min<std::size_t>(kMaxMatch, limit);
  constexpr std::size_t kKnown = MatchPiece::kLong;
  *length = kKnown + MatchLength(here + kKnown, here + kKnown - distance, maximum - kKnown);
  return Token::Match(static_cast<int>(*length), static_cast<int>(distance));
}

template <std::size_t kStep>
HWY_INLINE std::size_t ChooseInSteps(const uint8_t* data, std::size_t count, std::size_t limit,
                                     const MatchPiece& piece, TokenSink& sink) {
  Token* out = sink.end;
  std::size_t k = 0;
  while (k < count) {
    std::size_t length = piece.lengths[k];
    std::size_t advance = kStep == 1 ? length : piece.advances[k];
    Token token = Token::FromPacked(piece.tokens[k]);
    if (HWY_UNLIKELY(length == MatchPiece::kLong)) {
      token = Extended(token, data + kStep * k, limit - kStep * k, &length);
      advance = (length + kStep - 1) / kStep;
    }
    k += advance;
    *out++ = token;
    sink.counts[0].Add(token);
    if constexpr (kStep == 2) {  // a literal returns to the grid
      const std::size_t odd = length & 1;
      const uint8_t byte = data[kStep * k - 1];
      *out = Token::Literal(byte);
      sink.counts[1].symbols[byte] += static_cast<uint32_t>(odd);
      out += odd;
    }
  }
  sink.end = out;
  return kStep * k;
}

std::size_t Choose(const uint8_t* data, std::size_t at, std::size_t step, std::size_t count,
                   std::size_t limit, const MatchPiece& piece, TokenSink& sink) noexcept {
  return at + (step == 2 ? ChooseInSteps<2>(data + at, count, limit - at, piece, sink)
                         : ChooseInSteps<1>(data + at, count, limit - at, piece, sink));
}

}  // namespace

}  // namespace HWY_NAMESPACE
}  // namespace cobble
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cobble {
namespace {

// The start of a block, which shows whether matches pay off in it.
constexpr std::size_t kProbe = kBlockBytes / 4;
// Positions are searched while this many bytes remain in the block.
constexpr std::size_t kSearched = MatchPiece::kLong + 1;

}  // namespace

MatchLoops SelectMatchLoops(int64_t simd_target) {
  return {COBBLE_SELECT(Find, simd_target), COBBLE_SELECT(Choose, simd_target)};
}

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
      loops_.choose(input.data, at, step, positions, block_end - 1, piece_, sink);
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
#endif  // HWY_ONCE
