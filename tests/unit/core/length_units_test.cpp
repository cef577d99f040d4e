// Tests units of length, and those of coordinate systems.
#include "core/length_units.h"

#include <doctest/doctest.h>

namespace cobble {
namespace {

TEST_CASE("units are found by their codes, and by words in any spelling") {
  CHECK(FindLengthUnit(9003)->metres == 1200.0 / 3937);
  CHECK(FindLengthUnit(0) == nullptr);
  CHECK(FindLengthUnit(9122) == nullptr);
  for (const char* word : {"US survey foot", "us_survey_feet", "ftUS", "us-ft", "US survey ft"})
    CHECK(FindLengthUnit(word)->code == 9003);
  for (const char* word : {"m", "Metre", "METERS"}) CHECK(FindLengthUnit(word)->metres == 1);
  CHECK(FindLengthUnit("fathom")->metres == 1.8288);
  for (const char* word : {"", " ", "degC", "foo", "f", "metr"})
    CHECK_MESSAGE(FindLengthUnit(word) == nullptr, word);
}

TEST_CASE("systems have the units that EPSG lists") {
  const auto across = [](int code) { return UnitAcross(code) ? UnitAcross(code)->code : 0; };
  CHECK(across(32632) == 9001);
  CHECK(across(99999) == 9001);
  for (const int code : {2263, 2267, 3437, 32058, 8800, 6441}) CHECK(across(code) == 9003);
  for (const int code : {2222, 2269, 6863, 8700, 20050}) CHECK(across(code) == 9002);
  for (const int code : {11264, 6784, 6442, 26252}) CHECK(across(code) == 9001);
  for (const int code : {24370, 22300, 3139}) CHECK(across(code) == 0);
  CHECK(FeetUpwards(6360)->code == 9003);
  CHECK(FeetUpwards(8228)->code == 9002);
  CHECK(FeetUpwards(5754)->metres == 0.3048007491);
  CHECK(FeetUpwards(5703) == nullptr);
  CHECK(MeasuresDepths(5715));
  CHECK_FALSE(MeasuresDepths(5714));
}

}  // namespace
}  // namespace cobble
