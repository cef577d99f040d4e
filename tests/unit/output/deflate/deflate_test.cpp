// Tests deflate stretches, single and joined, which zlib reads back, and checksums against zlib's.
#include "output/deflate/deflate.h"

#include <doctest/doctest.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "core/simd_level.h"
#include "output/byte_checksums.h"
#include "output/deflate/long_matches.h"

namespace cobble {
namespace {

using Bytes = std::vector<uint8_t>;

Bytes RandomBytes(std::size_t size, unsigned seed, unsigned range = 256) {
  std::mt19937 random(seed);
  Bytes bytes(size);
  for (auto& x : bytes) x = static_cast<uint8_t>(random() % range);
  return bytes;
}

Bytes Text(std::size_t size) {
  Bytes bytes(size);
  for (std::size_t k = 0; k < size; ++k) bytes[k] = static_cast<uint8_t>("mountains "[k % 10]);
  return bytes;
}

// Returns rows of 4096 bytes that differ little from the one before, like a filtered picture.
Bytes Rows(std::size_t count) {
  constexpr std::size_t kRow = 4096;
  std::mt19937 random(12);
  Bytes bytes(kRow * count);
  for (std::size_t k = 0; k < bytes.size(); ++k) {
    bytes[k] = k < kRow ? static_cast<uint8_t>(random() % 3) : bytes[k - kRow];
    if (random() % 64 == 0) bytes[k] = static_cast<uint8_t>(random() % 3);
  }
  return bytes;
}

// Returns random words from a vocabulary of 2000 words of 5 bytes.
Bytes Words(std::size_t count) {
  std::mt19937 random(13);
  const Bytes dictionary = RandomBytes(10000, 14);
  Bytes bytes;
  for (std::size_t k = 0; k < count; ++k) {
    const auto word = dictionary.begin() + static_cast<std::ptrdiff_t>(random() % 2000 * 5);
    bytes.insert(bytes.end(), word, word + 5);
  }
  return bytes;
}

// Rows of 99 16-bit samples after a filter type byte, and rows of 100 bytes, not in whole steps.
constexpr MatchGrid kSamples{.row = 199, .first = 2, .step = 2}, kOdd{.row = 100, .step = 7};
constexpr DeflateSettings Long(int min_match, const MatchGrid& grid = {}) {
  return {.method = DeflateMethod::kLongMatches, .long_matches = {min_match, grid}};
}
constexpr DeflateSettings Short(const ShortSettings& settings = {}) {
  return {.method = DeflateMethod::kShortMatches, .short_matches = settings};
}
constexpr DeflateSettings kLiterals{}, kShort = Short(), kLong = Long(16);
constexpr DeflateSettings kSettings[] = {kLiterals,
                                         kShort,
                                         Short({kSamples}),
                                         Short({{.step = 2}, 1000}),
                                         Long(kLowestMinMatch),
                                         Long(11, kSamples),
                                         kLong,
                                         Long(17, kOdd),
                                         Long(kHighestMinMatch)};

int64_t AnyTarget() { return FindSimdLevel("auto")->target; }

Deflater NewDeflater(Compression compression = Compression::kFast, int64_t target = AnyTarget()) {
  return {compression, Size(std::size_t{4} << 20), target};
}

Bytes Deflated(const Bytes& data, const DeflateSettings& settings,
               Compression compression = Compression::kFast, int64_t target = AnyTarget()) {
  Bytes out(DeflatedBound(data.size()).bytes());
  out.resize(NewDeflater(compression, target).Run(settings, data.data(), data.size(), out.data()));
  return out;
}

// Inflates blocks without a zlib header; the last may end the stream. Must consume all input.
Bytes Inflated(const Bytes& blocks, std::size_t size, bool ends = false) {
  Bytes out(size + 1);
  z_stream stream{};
  REQUIRE(inflateInit2(&stream, -15) == Z_OK);
  stream.next_in = const_cast<Bytef*>(blocks.data());
  stream.avail_in = static_cast<uInt>(blocks.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = inflate(&stream, Z_SYNC_FLUSH);
  CHECK((result == Z_STREAM_END) == ends);
  CHECK((ends || result == Z_OK || result == Z_BUF_ERROR));
  CHECK(stream.avail_in == 0);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

const std::vector<Bytes>& Samples() {
  static const std::vector<Bytes> samples{Bytes(1),
                                          RandomBytes(1, 1),
                                          RandomBytes(2, 2),
                                          RandomBytes(100, 3),
                                          Bytes(300000),
                                          Text(1 << 20),
                                          RandomBytes(65535, 4),
                                          RandomBytes(65536, 5),
                                          RandomBytes(1 << 20, 6),
                                          RandomBytes((3 << 20) + 17, 7),
                                          RandomBytes(1 << 20, 8, 3),
                                          RandomBytes(1 << 20, 9, 200),
                                          Rows(100),
                                          Words(100000)};
  return samples;
}

void CheckReadsBack(const Bytes& packed, const Bytes& data) {
  CAPTURE(data.size());
  CHECK(packed.size() > 0);
  CHECK(packed.size() <= DeflatedBound(data.size()).value());
  CHECK(packed.size() <= data.size() + data.size() / 1000 + 64);
  CHECK(Inflated(packed, data.size()) == data);
}

TEST_CASE("a single stretch reads back and stays within its size bound, with all settings") {
  for (const Bytes& data : Samples()) {
    for (const DeflateSettings& settings : kSettings) {
      CAPTURE(static_cast<int>(settings.method));
      CAPTURE(settings.long_matches.min_match);
      CheckReadsBack(Deflated(data, settings), data);
    }
  }
}

TEST_CASE("all short stretches read back, with all settings") {
  const Bytes zeros(300), noise = RandomBytes(300, 21);
  const Bytes piece = RandomBytes(30, 22);
  Bytes pieces;
  for (int k = 0; k < 5; ++k) pieces.insert(pieces.end(), piece.begin(), piece.end());
  for (const Bytes& all : {zeros, noise, pieces})
    for (std::size_t size = 1; size <= std::min<std::size_t>(all.size(), 100); ++size)
      for (const DeflateSettings& settings : kSettings)
        CheckReadsBack(Deflated(Bytes(all.begin(), all.begin() + std::ptrdiff_t(size)), settings),
                       Bytes(all.begin(), all.begin() + std::ptrdiff_t(size)));
}

TEST_CASE("the bytes after a stretch do not affect it, with all settings") {
  for (const DeflateSettings& settings : kSettings)
    for (std::size_t size = 1; size < 200; ++size) {
      const auto packed = [&](const Bytes& longer) {
        Bytes out(DeflatedBound(size).bytes());
        out.resize(NewDeflater().Run(settings, longer.data(), size, out.data()));
        return out;
      };
      CAPTURE(size);
      CAPTURE(static_cast<int>(settings.method));
      // Either the text continues, which would allow longer matches, or noise follows.
      const Bytes text = Text(size + 64);
      Bytes noise = RandomBytes(size + 64, 21);
      std::copy_n(text.begin(), size, noise.begin());
      CHECK(packed(text) == packed(noise));
    }
}

// Returns `size` bytes in which runs of up to 300 bytes repeat earlier ones.
Bytes Repeats(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t maximum) { return random() % maximum; };
  Bytes bytes = RandomBytes(size, seed + 1, static_cast<unsigned>(below(60) + 1));
  for (std::size_t at = 1; at < size;) {
    const std::size_t distance = below(std::min<std::size_t>(at, 40000)) + 1;
    const std::size_t end = std::min(at + below(300), size);
    for (; at < end; ++at) bytes[at] = bytes[at - distance];
    at += below(20) + 1;
  }
  return bytes;
}

TEST_CASE("all SIMD levels compress to the same bytes, with all settings") {
  std::vector<Bytes> samples = Samples();
  for (unsigned seed = 0; seed < 20; ++seed) samples.push_back(Repeats(20000 * seed + seed, seed));
  samples.erase(std::remove_if(samples.begin(), samples.end(), std::mem_fn(&Bytes::empty)),
                samples.end());
  for (const Bytes& data : samples) {
    for (const DeflateSettings& settings : kSettings) {
      const Bytes expected = Deflated(data, settings);
      CheckReadsBack(expected, data);
      for (const SimdLevel& level : SimdLevels()) {
        if (!level.is_supported) continue;
        CAPTURE(level.name);
        CHECK(Deflated(data, settings, Compression::kFast, level.target) == expected);
      }
    }
  }
}

TEST_CASE("data of every period reads back and is small, with all settings with matches") {
  constexpr std::size_t kSize = 40000;
  for (std::size_t period = 1; period <= 300; ++period) {
    CAPTURE(period);
    Bytes data = RandomBytes(kSize, 25);
    for (std::size_t at = period; at < kSize; ++at) data[at] = data[at - period];
    for (const DeflateSettings& settings : kSettings) {
      CAPTURE(static_cast<int>(settings.method));
      const Bytes packed = Deflated(data, settings);
      CheckReadsBack(packed, data);
      if (settings.method != DeflateMethod::kLiterals) CHECK(packed.size() < 4000);
    }
  }
}

TEST_CASE("data of sizes around powers of 2 reads back, with all settings") {
  for (std::size_t power = 1; power <= 1 << 17; power *= 2)
    for (const std::size_t size : {power - 1, power, power + 1})
      for (const DeflateSettings& settings : kSettings)
        for (const Bytes& data : {Bytes(size, 0xFF), Repeats(size, 26), RandomBytes(size, 27)})
          if (size > 0) CheckReadsBack(Deflated(data, settings), data);
}

// The distances are powers of 2.
TEST_CASE("matches of all lengths and distances read back") {
  Bytes data = RandomBytes(70000, 23);
  for (std::size_t length = 1; length <= 600; length += length < 280 ? 1 : 13) {
    for (std::size_t distance = 1; distance <= 65536; distance *= 2) {
      for (std::size_t k = 0; k < length; ++k) data.push_back(data[data.size() - distance]);
      data.push_back(static_cast<uint8_t>(length * 7 + distance));
    }
  }
  for (const DeflateSettings& settings : kSettings) CheckReadsBack(Deflated(data, settings), data);
}

TEST_CASE("the chosen settings suit the bytes") {
  const auto plan_of = [](const Bytes& data) {
    Deflater deflater = NewDeflater();
    const DeflateTrial literals = deflater.TryLiterals(data.data(), data.size());
    const DeflateTrial matches = deflater.TryMatches(literals, {}, data.data(), data.size());
    for (const DeflateTrial& trial : {literals, matches}) {
      const auto size = static_cast<double>(Deflated(data, trial.settings).size());
      CHECK(std::abs(static_cast<double>(trial.size) - size) < 0.02 * size + 100);
    }
    return matches.IsWorthMoreThan(literals) ? matches.settings : literals.settings;
  };
  CHECK(plan_of(RandomBytes(1 << 15, 1)).method == DeflateMethod::kLiterals);
  CHECK(plan_of(RandomBytes(1 << 15, 2, 50)).method == DeflateMethod::kLiterals);
  CHECK(plan_of(Words(6000)).method == DeflateMethod::kShortMatches);
  CHECK(plan_of(Rows(8)).method == DeflateMethod::kLongMatches);
  CHECK(plan_of(Rows(8)).long_matches.min_match > kLowestMinMatch);
  CHECK(plan_of(Bytes(30000)).long_matches.min_match == kHighestMinMatch);
}

TEST_CASE("16-bit samples have short matches unless long ones are much longer") {
  const auto method_of = [](unsigned range, int sample_bytes) {
    Bytes samples = RandomBytes(10000, 15, range);  // little-endian, with high bytes of 0
    for (std::size_t k = 1; k < samples.size(); k += 2) samples[k] = 0;
    const MatchGrids grids = MatchGridsOf(1000, 2, sample_bytes);
    Deflater deflater = NewDeflater();
    const DeflateTrial literals = deflater.TryLiterals(samples.data(), samples.size());
    REQUIRE(MinMatch(literals, samples.size()) >= kLowestMinMatch);
    return deflater.TryMatches(literals, grids, samples.data(), samples.size()).settings.method;
  };
  CHECK(method_of(16, 2) == DeflateMethod::kShortMatches);
  CHECK(method_of(16, 1) == DeflateMethod::kLongMatches);
  CHECK(method_of(2, 2) == DeflateMethod::kLongMatches);
}

TEST_CASE("small compression is never larger than fast compression and usually smaller") {
  for (const Bytes& data : {Bytes(70000), Text(70000), RandomBytes(70000, 31),
                            RandomBytes(70000, 32, 3), Rows(16), Words(14000), Bytes(1)}) {
    for (const DeflateSettings& settings : kSettings) {
      const Bytes small = Deflated(data, settings, Compression::kSmall);
      CheckReadsBack(small, data);
      CHECK(small.size() <= Deflated(data, settings).size());
    }
  }
  CHECK(Deflated(Words(14000), kShort, Compression::kSmall).size() <
        Deflated(Words(14000), kShort).size() * 98 / 100);
}

TEST_CASE("noise compresses to about its entropy, and rows to little more than their changes") {
  // 50 symbols: 14 of 5 bits, 36 of 6.
  CHECK(Deflated(RandomBytes(1 << 20, 3, 50), kLiterals).size() < (1 << 20) * 5.74 / 8);
  CHECK(Deflated(Rows(200), kLong).size() < 200 * 4096 / 10);
}

TEST_CASE("compressible bytes are compressed") {
  for (const DeflateSettings& settings : {kShort, kLong}) {
    CHECK(Deflated(Bytes(1 << 20), settings).size() < 10000);
    CHECK(Deflated(Text(1 << 20), settings).size() < 10000);
  }
  for (const DeflateSettings& settings : kSettings)
    CHECK(Deflated(RandomBytes(1 << 20, 1, 3), settings).size() < 300000);
}

TEST_CASE("stored blocks read back") {
  for (const Bytes& data : Samples()) {
    if (data.empty()) continue;
    Bytes stored(DeflatedBound(data.size()).bytes());
    stored.resize(StoreAll(data.data(), data.size(), stored.data()));
    CHECK(stored.size() == StoredBytes(data.size()));
    CHECK(stored.size() == data.size() + 5 * ((data.size() + 65534) / 65535));
    CHECK(Inflated(stored, data.size(), true) == data);
  }
}

TEST_CASE("the checksum of joined bytes follows from those of its parts") {
  uint32_t crc = 0;
  Bytes whole;
  for (const Bytes& data : Samples()) {
    crc = CombineCrc32(crc, Crc32(0, data.data(), data.size()), data.size());
    whole.insert(whole.end(), data.begin(), data.end());
    CHECK(crc == Crc32(0, whole.data(), whole.size()));
  }
}

TEST_CASE("joined stretches form one zlib stream") {
  std::string stream(kZlibHeader);
  Bytes whole;
  uint32_t adler = 1;
  std::size_t next = 0;
  Deflater deflater = NewDeflater();  // reused, like a chunk's deflater
  for (const Bytes& data : Samples()) {
    Bytes out(DeflatedBound(data.size()).bytes());
    const std::size_t size = deflater.Run(kSettings[next++ % std::size(kSettings)], data.data(),
                                          data.size(), out.data());
    stream.append(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(size));
    whole.insert(whole.end(), data.begin(), data.end());
    adler = CombineAdler32(adler, Adler32(1, data.data(), data.size()), data.size());
  }
  stream += kFinalBlock;
  for (int shift = 24; shift >= 0; shift -= 8) stream += static_cast<char>(adler >> shift);

  Bytes got(whole.size() + 1);
  auto size = static_cast<uLongf>(got.size());
  const auto* bytes = reinterpret_cast<const Bytef*>(stream.data());
  CHECK(uncompress(got.data(), &size, bytes, static_cast<uLong>(stream.size())) == Z_OK);
  got.resize(size);
  CHECK(got == whole);
}

TEST_CASE("a deflater's output does not depend on what it compressed before") {
  const Bytes before = Text(100000), data = RandomBytes(100000, 11, 20);
  for (const Compression compression : {Compression::kFast, Compression::kSmall}) {
    Deflater used = NewDeflater(compression);
    for (const DeflateSettings& settings : kSettings) {
      Bytes out(DeflatedBound(data.size()).bytes());
      used.Run(settings, before.data(), before.size(), out.data());
      out.resize(used.Run(settings, data.data(), data.size(), out.data()));
      CHECK(out == Deflated(data, settings, compression));
    }
  }
}

TEST_CASE("checksums equal zlib's") {
  for (const Bytes& data : Samples()) {
    const auto size = static_cast<uInt>(data.size());
    CHECK(Crc32(0, data.data(), size) == crc32(0, data.data(), size));
    CHECK(Crc32(77, data.data(), size) == crc32(77, data.data(), size));
    CHECK(Adler32(1, data.data(), size) == adler32(1, data.data(), size));
    CHECK(Adler32(0xFFF0FFF0, data.data(), size) == adler32(0xFFF0FFF0, data.data(), size));
  }
  const Bytes largest(1 << 20, 0xFF);
  CHECK(Adler32(1, largest.data(), largest.size()) ==
        adler32(1, largest.data(), static_cast<uInt>(largest.size())));
  CHECK(Crc32(5, nullptr, 0) == 5);
}

}  // namespace
}  // namespace cobble
