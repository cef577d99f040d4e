// Tests of the records of chunks.
#include "stores/chunk_record.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>

namespace cobble {
namespace {

const ChunkRecord kTwoMaps{{8388630, 0x0A1B2C3D, 0x0123456789ABCDEF}, {1, 0, 0}};

constexpr uint64_t kKey = 0x0011223344556677;

TEST_CASE("a record is one line of JSON whose last member is the CRC-32 of the text before it") {
  const std::string text = WriteChunkRecord({{8388630, 0x0A1B2C3D, 0x0123456789ABCDEF}}, kKey);
  // The CRC was computed by Python's zlib.
  CHECK(text == R"({"key": "0011223344556677", "files": [{"bytes": 8388630, "crc32": "0a1b2c3d", )"
                R"("pixels": "0123456789abcdef"}], "crc32": "f13bae9a"})"
                "\n");
}

TEST_CASE("a record reads back as it was written") {
  constexpr auto kMax = std::numeric_limits<uint64_t>::max();
  for (const ChunkRecord& record :
       {kTwoMaps, ChunkRecord{{0, 0, 0}}, ChunkRecord{{kMax, 0xFFFFFFFF, kMax}}, ChunkRecord(9)}) {
    const auto read = ReadChunkRecord(WriteChunkRecord(record, kKey), kKey);
    REQUIRE(read);
    CHECK(*read == record);
  }
}

TEST_CASE("every truncation and every flipped bit of a record is refused") {
  const std::string text = WriteChunkRecord(kTwoMaps, kKey);
  for (std::size_t size = 0; size < text.size(); ++size) {
    CAPTURE(size);
    CHECK(!ReadChunkRecord(text.substr(0, size), kKey));
  }
  for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
    CAPTURE(bit);
    std::string flipped = text;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    CHECK(!ReadChunkRecord(flipped, kKey));
  }
}

TEST_CASE("a record of another key is refused") {
  CHECK(!ReadChunkRecord(WriteChunkRecord(kTwoMaps, kKey), kKey + 1));
}

TEST_CASE("text before or after a record, or none, is refused") {
  const std::string text = WriteChunkRecord(kTwoMaps, kKey);
  CHECK(!ReadChunkRecord(text + '\n', kKey));
  CHECK(!ReadChunkRecord(' ' + text, kKey));
  CHECK(!ReadChunkRecord(text + text, kKey));
  CHECK(!ReadChunkRecord(std::string(text.size(), '\0'), kKey));
  CHECK(!ReadChunkRecord("{}", kKey));
}

}  // namespace
}  // namespace cobble
