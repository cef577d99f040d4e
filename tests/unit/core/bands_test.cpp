// Tests of the heights of bands.
#include "core/bands.h"

#include <doctest/doctest.h>

namespace cobble {
namespace {

TEST_CASE("a band has about 2^18 pixels, in multiples of 16 rows") {
  CHECK(BandRows(1024, 1024) == 32);
  CHECK(BandRows(4096, 4096) == 64);
  CHECK(BandRows(1920, 1080) == 48);
  CHECK(BandRows(16, int64_t{1} << 40) == 16384);
  CHECK(BandRows(16384, 100000) == 16);
  CHECK(BandRows(32768, 100000) == 16);
  for (const int64_t width : {1, 2, 3, 100, 255, 2049, 4097, 10000, 21846, 32768}) {
    for (const int64_t height : {1, 15, 16, 17, 100, 511, 513, 10000, 123456}) {
      const int64_t rows = BandRows(width, height);
      CHECK(rows % kBandStep == 0);
      CHECK(rows * width <= (rows > kBandStep ? int64_t{1} << 18 : int64_t{1} << 19));
    }
  }
}

TEST_CASE("a band has at least one row, however wide") {
  CHECK(BandRows(32769, 100000) == 15);
  CHECK(BandRows(1 << 18, 1000) == 2);
  CHECK(BandRows(int64_t{1} << 34, 1) == 1);
}

}  // namespace
}  // namespace cobble
