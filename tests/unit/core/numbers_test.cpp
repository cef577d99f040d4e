// Tests numbers as text: which texts are numbers, and that numbers survive the round trip.
#include "core/numbers.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>
#include <string>

namespace cobble {
namespace {

TEST_CASE("ParseNumber accepts decimal numbers") {
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

TEST_CASE("Readable has no exponent for numbers that people write without one") {
  CHECK(Readable(0.0005) == "0.0005");
  CHECK(Readable(-0.00001) == "-0.00001");
  CHECK(Readable(0.3) == "0.3");
  CHECK(Readable(1e-6) == "1e-06");
  CHECK(Readable(0) == "0");
  CHECK(Readable(1024) == "1024");
  CHECK(Readable(1e300) == "1e+300");
}

TEST_CASE("WithTwoDigits rounds towards 0 to a number of two digits") {
  CHECK(WithTwoDigits(0.14834) == 0.14);
  CHECK(WithTwoDigits(0.14) == 0.14);
  CHECK(WithTwoDigits(-0.0299999) == -0.029);
  CHECK(WithTwoDigits(129.9) == 120);
  CHECK(WithTwoDigits(99.999) == 99);
  CHECK(WithTwoDigits(1) == 1);
  CHECK(WithTwoDigits(1000) == 1000);
  CHECK(WithTwoDigits(0.00057) == 0.00057);
  CHECK(WithTwoDigits(0) == 0);
  std::mt19937_64 random(5);
  for (int k = 0; k < 10000; ++k) {
    const double x = std::pow(10, std::uniform_real_distribution(-9.0, 9.0)(random));
    const double rounded = WithTwoDigits(x);
    CHECK(rounded <= x);
    CHECK(rounded > 0.9 * x);
    CHECK(Readable(rounded).size() <= 11);
  }
}

TEST_CASE("ParseNumber rejects everything else") {
  std::istringstream words(
      "- . -. e3 .e3 1e 1e+ 010 00 -01 01.5 +5 0x10 1,5 inf -inf nan NaN 1e999 -1e999 5a 1.2.3 --5 "
      "1e5e5 1_000 infinity 5f");
  for (std::string text; words >> text;) CHECK_FALSE_MESSAGE(ParseNumber(text).has_value(), text);
  for (const char* text : {"", " 5", "5 ", "5\n", "\u00A05"})
    CHECK_FALSE_MESSAGE(ParseNumber(text).has_value(), text);
  CHECK_FALSE(ParseNumber(std::string_view("5\0", 2)).has_value());
}

TEST_CASE("ParsePadded accepts leading zeros, too") {
  CHECK(ParsePadded("007") == 7);
  CHECK(ParsePadded("-03") == -3);
  CHECK(ParsePadded("0") == 0);
  for (const char* text : {"", "-", "+1", "1.0", " 1", "1 ", "0x1", "9223372036854775808"})
    CHECK_FALSE_MESSAGE(ParsePadded(text).has_value(), text);
}

TEST_CASE("ParseInteger accepts only digits and a minus sign") {
  CHECK(ParseInteger("0") == 0);
  CHECK(ParseInteger("42") == 42);
  CHECK(ParseInteger("-7") == -7);
  CHECK(ParseInteger("9223372036854775807") == std::numeric_limits<int64_t>::max());
  CHECK(ParseInteger("-9223372036854775808") == std::numeric_limits<int64_t>::min());
  for (const char* text : {"", "-", "+1", " 1", "1 ", "010", "1.0", "1e3", "0x1", "--1", "a",
                           "9223372036854775808", "-9223372036854775809"})
    CHECK_FALSE_MESSAGE(ParseInteger(text).has_value(), text);
}

TEST_CASE("Shortest writes the fewest digits") {
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

TEST_CASE("JsonNumberLength is the length of the JSON number at the start") {
  struct Case {
    const char* text;
    std::size_t length;
  };
  const Case cases[] = {{"0", 1},         {"-0", 2},  {"10", 2},    {"1.5", 3},  {"0.5e-3", 6},
                        {"1E+05", 5},     {"010", 1}, {"00", 1},    {"0x10", 1}, {"12x", 2},
                        {"1.5.5", 3},     {"1-2", 1}, {"1e5e5", 3}, {"", 0},     {"-", 0},
                        {"-x", 0},        {"+1", 0},  {".5", 0},    {"5.", 0},   {"5.x", 0},
                        {"1e", 0},        {"1e+", 0}, {"1.5e", 0},  {"0.", 0},   {"inf", 0},
                        {"-Infinity", 0}, {"nan", 0}, {" 1", 0},    {"-.5", 0}};
  for (const Case& c : cases) CHECK_MESSAGE(JsonNumberLength(c.text) == c.length, c.text);
}

TEST_CASE("ParseJsonNumber returns the nearest double: infinity on overflow, 0 on underflow") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
  CHECK(ParseJsonNumber("-1.5e3") == -1500);
  CHECK(ParseJsonNumber("18446744073709551615") == 0x1p64);
  CHECK(ParseJsonNumber("-9007199254740993") == -0x1p53);
  CHECK(ParseJsonNumber("1.7976931348623158e308") == std::numeric_limits<double>::max());
  for (const char* large : {"1e309", "1.8e308", "10e308", "0.01e311", "1e99999999999999999999"}) {
    CAPTURE(large);
    CHECK(ParseJsonNumber(large) == kInfinity);
    CHECK(ParseJsonNumber('-' + std::string(large)) == -kInfinity);
  }
  CHECK(ParseJsonNumber("5e-324") == kSmallest);
  CHECK(ParseJsonNumber("3e-324") == kSmallest);
  for (const char* small : {"2e-324", "0.1e-323", "100e-326", "1e-99999999999999999999", "0",
                            "0.000e999", "0e99999999999999999999", "0.0"}) {
    CAPTURE(small);
    CHECK(ParseJsonNumber(small) == 0);
    CHECK_FALSE(std::signbit(ParseJsonNumber('-' + std::string(small))));
  }
  const std::string zeros(1000, '0');
  CHECK(ParseJsonNumber("1" + zeros) == kInfinity);
  CHECK(ParseJsonNumber("0." + zeros + "1") == 0);
  CHECK(ParseJsonNumber("1" + zeros + "e-1000") == 1);
  CHECK(ParseJsonNumber("0." + zeros + "1e+1001") == 1);
  CHECK(ParseJsonNumber("1" + zeros + "e-600") == kInfinity);
  CHECK(ParseJsonNumber("0." + zeros + "1e600") == 0);
}

TEST_CASE("ParseJsonNumber reads what Shortest writes") {
  std::mt19937_64 random(2);
  for (int i = 0; i < 100000; ++i) {
    const auto value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    const std::string text = Shortest(value);
    REQUIRE(JsonNumberLength(text) == text.size());
    REQUIRE(ParseJsonNumber(text) == value);
  }
}

}  // namespace
}  // namespace cobble
