// Stretches of deflate, joined and alone, read back by zlib; checksums against zlib's.
#include "output/deflate.h"

#include <doctest/doctest.h>
#include <zlib.h>

#include <random>
#include <string>
#include <vector>

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

Bytes Deflated(const Bytes& data) {
  Bytes out(DeflatedBound(data.size()).bytes());
  out.resize(Deflater().Run(data.data(), data.size(), out.data()));
  return out;
}

// Reads blocks without a zlib header, which need not end; all of them must be used.
Bytes Inflated(const Bytes& blocks, std::size_t size) {
  Bytes out(size + 1);
  z_stream stream{};
  REQUIRE(inflateInit2(&stream, -15) == Z_OK);
  stream.next_in = const_cast<Bytef*>(blocks.data());
  stream.avail_in = static_cast<uInt>(blocks.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  const int result = inflate(&stream, Z_SYNC_FLUSH);
  CHECK((result == Z_OK || result == Z_BUF_ERROR));
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
                                          RandomBytes(1 << 20, 9, 200)};
  return samples;
}

TEST_CASE("deflate: a stretch reads back alone and stays within its bound") {
  for (const Bytes& data : Samples()) {
    const Bytes packed = Deflated(data);
    CAPTURE(data.size());
    CHECK(packed.size() > 0);
    CHECK(packed.size() <= DeflatedBound(data.size()).value());
    CHECK(packed.size() <= data.size() + data.size() / 1000 + 64);
    CHECK(Inflated(packed, data.size()) == data);
  }
}

TEST_CASE("deflate: what can be compressed is") {
  CHECK(Deflated(Bytes(1 << 20)).size() < 10000);
  CHECK(Deflated(Text(1 << 20)).size() < 10000);
  CHECK(Deflated(RandomBytes(1 << 20, 1, 3)).size() < 300000);
}

TEST_CASE("deflate: stored blocks read back") {
  for (const Bytes& data : Samples()) {
    Bytes stored(DeflatedBound(data.size()).bytes());
    stored.resize(StoreBlocks(data.data(), data.size(), stored.data()));
    CHECK(stored.size() == data.size() + 5 * ((data.size() + 65534) / 65535));
    CHECK(Inflated(stored, data.size()) == data);
  }
}

TEST_CASE("deflate: joined stretches are one zlib stream") {
  std::string stream(kZlibHeader);
  Bytes whole;
  uint32_t adler = 1;
  Deflater deflater;  // one after another, as a chunk's is
  for (const Bytes& data : Samples()) {
    Bytes out(DeflatedBound(data.size()).bytes());
    const std::size_t size = deflater.Run(data.data(), data.size(), out.data());
    stream.append(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(size));
    whole.insert(whole.end(), data.begin(), data.end());
    adler = JoinAdler32(adler, Adler32(1, data.data(), data.size()), data.size());
  }
  stream += kLastBlock;
  for (int shift = 24; shift >= 0; shift -= 8) stream += static_cast<char>(adler >> shift);

  Bytes got(whole.size() + 1);
  uLongf size = got.size();
  const auto* bytes = reinterpret_cast<const Bytef*>(stream.data());
  CHECK(uncompress(got.data(), &size, bytes, stream.size()) == Z_OK);
  got.resize(size);
  CHECK(got == whole);
}

TEST_CASE("deflate: the same stretch is the same bytes whatever came before it") {
  const Bytes before = Text(100000), data = RandomBytes(100000, 11, 20);
  Deflater used;
  Bytes out(DeflatedBound(data.size()).bytes());
  used.Run(before.data(), before.size(), out.data());
  const std::size_t size = used.Run(data.data(), data.size(), out.data());
  out.resize(size);
  CHECK(out == Deflated(data));
}

TEST_CASE("deflate: checksums are zlib's") {
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
