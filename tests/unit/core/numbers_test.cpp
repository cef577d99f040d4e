// Numbers as text: what is one, what is none, and the way there and back.
#include "core/numbers.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace cobble {
namespace {

TEST_CASE("ParseNumber takes decimal numbers") {
  CHECK(ParseNumber("8") == 8.0);
  CHECK(ParseNumber("0") == 0.0);
  CHECK(ParseNumber("-0.5") == -0.5);
  CHECK(ParseNumber(".5") == 0.5);
  CHECK(ParseNumber("-.5") == -0.5);
  CHECK(ParseNumber("5.") == 5.0);
  CHECK(ParseNumber("1e-3") == 0.001);
  CHECK(ParseNumber("1E+3") == 1000.0);
  CHECK(ParseNumber("0.1") == 0.1);
  CHECK(ParseNumber("1.7976931348623157e308") == std::numeric_limits<double>::max());
  CHECK(ParseNumber("5e-324") == std::numeric_limits<double>::denorm_min());
}

TEST_CASE("ParseNumber refuses everything else") {
  for (const char* text : {"",
                           "-",
                           ".",
                           "-.",
                           "e3",
                           ".e3",
                           "1e",
                           "1e+",
                           "010",
                           "00",
                           "-01",
                           "01.5",
                           "+5",
                           " 5",
                           "5 ",
                           "5\n",
                           "0x10",
                           "1,5",
                           "inf",
                           "-inf",
                           "nan",
                           "NaN",
                           "1e999",
                           "-1e999",
                           "5a",
                           "1.2.3",
                           "--5",
                           "1e5e5",
                           "1_000",
                           "infinity",
                           "5f",
                           "\xC2\xA0"
                           "5"}) {
    CAPTURE(text);
    CHECK_FALSE(ParseNumber(text).has_value());
  }
  CHECK_FALSE(ParseNumber(std::string_view("5\0", 2)).has_value());
}

TEST_CASE("ParseWhole takes digits alone") {
  CHECK(ParseWhole("0") == 0);
  CHECK(ParseWhole("42") == 42);
  CHECK(ParseWhole("-7") == -7);
  CHECK(ParseWhole("9223372036854775807") == std::numeric_limits<int64_t>::max());
  CHECK(ParseWhole("-9223372036854775808") == std::numeric_limits<int64_t>::min());
  for (const char* text : {"", "-", "+1", " 1", "1 ", "010", "1.0", "1e3", "0x1", "--1", "a",
                           "9223372036854775808", "-9223372036854775809"}) {
    CAPTURE(text);
    CHECK_FALSE(ParseWhole(text).has_value());
  }
}

TEST_CASE("Shortest is short") {
  CHECK(Shortest(0.1) == "0.1");
  CHECK(Shortest(0.1f) == "0.1");
  CHECK(Shortest(-2.5) == "-2.5");
  CHECK(Shortest(0.0) == "0");
  CHECK(Shortest(-0.0) == "-0");
  CHECK(Shortest(1e6) == "1000000");
  CHECK(Shortest(1e12) == "1000000000000");
  CHECK(Shortest(-9007199254740992.0) == "-9007199254740992");
  CHECK(Shortest(1e300) == "1e+300");
  CHECK(Shortest(16777216.0f) == "16777216");
}

TEST_CASE("Shortest reads back as the same number") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    const auto wide = std::bit_cast<double>(random());
    if (!std::isfinite(wide)) continue;
    const auto read = ParseNumber(Shortest(wide));
    REQUIRE(read.has_value());
    REQUIRE(std::bit_cast<uint64_t>(*read) == std::bit_cast<uint64_t>(wide));
    const auto narrow = std::bit_cast<float>(static_cast<uint32_t>(random()));
    if (!std::isfinite(narrow)) continue;
    REQUIRE(std::strtof(Shortest(narrow).c_str(), nullptr) == narrow);
  }
}

}  // namespace
}  // namespace cobble
