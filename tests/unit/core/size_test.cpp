// Tests Size: products and sums that overflow 64 bits are errors, not small numbers.
#include "core/size.h"

#include <doctest/doctest.h>

#include <cstdint>

#include "core/bands.h"

namespace cobble {
namespace {

constexpr uint64_t kMax = UINT64_MAX;

template <typename Action>
ErrorKind KindOf(Action action) {
  try {
    action();
  } catch (const Error& error) {
    CHECK(error.issues().size() == 1);
    return error.kind();
  }
  return ErrorKind::kBug;  // nothing was thrown
}

TEST_CASE("sizes multiply and add like integers") {
  CHECK((Size(6) * Size(7)).value() == 42);
  CHECK((Size(6) + 7).value() == 13);
  CHECK((Size(kMax) * 1).value() == kMax);
  CHECK((Size(kMax) * 0).value() == 0);
  CHECK((Size(uint64_t{1} << 32) * ((uint64_t{1} << 32) - 1)).value() == ((uint64_t{1} << 32) - 1)
                                                                             << 32);
  CHECK((Size(kMax - 1) + 1).value() == kMax);
  CHECK(Size().value() == 0);
  CHECK(Size(2) < Size(3));
}

TEST_CASE("a size that overflows is a limit error") {
  CHECK(KindOf([] { return Size(kMax) + 1; }) == ErrorKind::kLimit);
  CHECK(KindOf([] { return Size(kMax) * 2; }) == ErrorKind::kLimit);
  CHECK(KindOf([] { return Size(uint64_t{1} << 32) * (uint64_t{1} << 32); }) == ErrorKind::kLimit);
  CHECK(KindOf([] { return Size(uint64_t{1} << 20) * (1 << 20) * (1 << 20) * 16; }) ==
        ErrorKind::kLimit);
}

TEST_CASE("a negative count is a limit error, not a huge size") {
  CHECK(KindOf([] { return Size(-1); }) == ErrorKind::kLimit);
  CHECK(KindOf([] { return Size(INT64_MIN); }) == ErrorKind::kLimit);
  CHECK(Size(INT64_MAX).value() == static_cast<uint64_t>(INT64_MAX));
}

TEST_CASE("rounding up never wraps around") {
  CHECK(Size(0).RoundUpTo(16).value() == 0);
  CHECK(Size(1).RoundUpTo(16).value() == 16);
  CHECK(Size(16).RoundUpTo(16).value() == 16);
  CHECK(Size(17).RoundUpTo(16).value() == 32);
  CHECK(KindOf([] { return Size(kMax - 3).RoundUpTo(16); }) == ErrorKind::kLimit);
  CHECK(Size(17).DivideUp(16).value() == 2);
  CHECK(Size(kMax).DivideUp(2).value() == uint64_t{1} << 63);
}

TEST_CASE("more bytes than the address space holds are a limit error") {
  CHECK(Size(PTRDIFF_MAX).bytes() == static_cast<std::size_t>(PTRDIFF_MAX));
  CHECK(KindOf([] { return Size(static_cast<uint64_t>(PTRDIFF_MAX) + 1).bytes(); }) ==
        ErrorKind::kLimit);
}

// --- Bands ---

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
