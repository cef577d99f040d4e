// Tests the metadata that record how a picture was made: written and read back.
#include "jobs/metadata.h"

#include <doctest/doctest.h>

#include <string>

#include "cobble/version.h"

namespace cobble {
namespace {

constexpr int64_t kFar = int64_t{1} << 53;

const OutputMetadata kMade{.maps = {"height", "slope"},
                           .format = FindFormat("exr"),
                           .bits = 16,
                           .window = {-kFar, kFar, 2147483647, 1}};

TEST_CASE("output metadata survives the round trip") {
  const std::string text = WriteOutputMetadata(kMade, {false, -0.1, 1e300});
  CHECK(text == R"({"map": "height,slope", "format": "exr", "bits": 16, )"
                R"("window": [-9007199254740992, 9007199254740992, 2147483647, 1], )"
                R"("range": [-0.1, 1e+300], "cobble": ")" +
                    std::string(Version()) + R"(", "noise": )" + std::to_string(kNoiseVersion) +
                    "}");
  const auto read = ReadOutputMetadata(text);
  REQUIRE(read);
  CHECK(read->maps == kMade.maps);
  CHECK(read->format == kMade.format);
  CHECK(read->bits == kMade.bits);
  CHECK(read->window == kMade.window);
  CHECK(read->noise_version == kNoiseVersion);
}

TEST_CASE("bits of each map and primaries are recorded where they matter") {
  OutputMetadata made = kMade;
  made.map_bits = {16, 32};
  made.primaries = Primaries::kAcesCg;
  const std::string text = WriteOutputMetadata(made, {false, 0, 1});
  CHECK(text.find(R"("bits": 16, "map_bits": [16, 32], "primaries": "acescg", )") !=
        std::string::npos);
  const auto read = ReadOutputMetadata(text);
  REQUIRE(read);
  CHECK(read->map_bits == made.map_bits);
  CHECK(read->primaries == made.primaries);
  // Lists of another length and unknown primaries are ignored.
  const auto other = ReadOutputMetadata(
      R"({"map": "value", "format": "exr", "bits": 32, "window": [0, 0, 1, 1], "noise": 1,
          "map_bits": [16, 32], "primaries": "p3"})");
  REQUIRE(other);
  CHECK(other->map_bits.empty());
  CHECK(other->primaries == Primaries::kRec709);
}

TEST_CASE("metres in colours are recorded") {
  OutputMetadata made = kMade;
  made.elevation = {TerrainCode::kTerrarium, -12.5, 0.1};
  const std::string text = WriteOutputMetadata(made, {false, 0, 1});
  CHECK(text.find(R"("terrain": {"encoding": "terrarium", "low": -12.5, "high": 0.1}, )") !=
        std::string::npos);
  CHECK(ReadOutputMetadata(text)->elevation == made.elevation);
  std::string unknown = text;
  unknown.replace(unknown.find("terrarium"), 9, "webp");
  REQUIRE(ReadOutputMetadata(unknown));
  CHECK(!ReadOutputMetadata(unknown)->elevation);
}

TEST_CASE("a range that keeps values stores no numbers") {
  CHECK(WriteOutputMetadata(kMade, {true, 0, 1}).find(R"("range": "none")") != std::string::npos);
}

// A later version of cobble might write them.
TEST_CASE("unknown formats, bit depths and members are accepted") {
  const auto read = ReadOutputMetadata(
      R"({"map": "value", "format": "webp", "bits": 4096, "window": [0, 0, 1, 1], "noise": 7,
          "new": {}})");
  REQUIRE(read);
  CHECK(read->format == nullptr);
  CHECK(read->bits == 64);
  CHECK(read->noise_version == 7);
}

TEST_CASE("missing or malformed members make the metadata invalid") {
  const auto with = [](const std::string& members) {
    return ReadOutputMetadata("{" + members + "}").has_value();
  };
  const std::string map = R"("map": "value", )", format = R"("format": "r32", )",
                    bits = R"("bits": 32, )", window = R"("window": [0, 0, 1, 1], )",
                    noise = R"("noise": 1)";
  REQUIRE(with(map + format + bits + window + noise));
  CHECK_FALSE(with(format + bits + window + noise));
  CHECK_FALSE(with(map + bits + window + noise));
  CHECK_FALSE(with(map + format + window + noise));
  CHECK_FALSE(with(map + format + bits + noise));
  CHECK_FALSE(with(map + format + bits + R"("window": [0, 0, 1, 1])"));
  for (const char* bad : {"\"value,value\"", "\"\"", "\"value,\"", "3", "null"})
    CHECK_FALSE(with("\"map\": " + std::string(bad) + "," + format + bits + window + noise));
  for (const char* bad : {"0.5", "true", "\"1\"", "1e300", "-1e300", "9223372036854775808", "[]"})
    CHECK_FALSE(with(map + format + bits + window + "\"noise\": " + bad));
  for (const char* bad : {"[0, 0, 1]", "[0, 0, 1, 1, 1]", "[0, 0, 0, 1]", "[0, 0, 1, 2147483648]",
                          "[9007199254740994, 0, 1, 1]", "[0, 0, 1, \"1\"]", "{}"})
    CHECK_FALSE(with(map + format + bits + "\"window\": " + bad + "," + noise));
  for (const char* bad : {"", "{", "[]", "1", "\"map\""}) CHECK_FALSE(ReadOutputMetadata(bad));
}

}  // namespace
}  // namespace cobble
