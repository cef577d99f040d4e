// Tests of bytes in memory.
#include "output/sink/byte_sink.h"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

namespace cobble {
namespace {

TEST_CASE("a memory sink accepts bytes in any order") {
  std::string bytes;
  MemorySink sink(&bytes);
  sink.Write("abc");
  sink.WriteAt(6, "ghi", 3);  // the gap is zeros until it is filled
  CHECK(bytes == std::string("abc\0\0\0ghi", 9));
  sink.Write("defGH");  // overwrites all but the last byte
  CHECK(bytes == "abcdefGHi");
  sink.WriteAt(1, "B", 1);
  sink.Write("I!");  // overwrites the last byte and appends
  CHECK(bytes == "aBcdefGHI!");
  CHECK(sink.bytes_written() == bytes.size());
  CHECK(sink.direct());
  CHECK_FALSE(sink.replaces());
  CHECK_THROWS_AS(sink.WriteAt(UINT64_MAX, "x", 1), std::length_error);
  CHECK(bytes == "aBcdefGHI!");
}

}  // namespace
}  // namespace cobble
