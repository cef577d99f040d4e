// Tests windows at the limits of pixel coordinates: nothing overflows, and overlapping windows
// agree.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <limits>
#include <string>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "cobble/render.h"
#include "core/bands.h"
#include "support/harness.h"

namespace cobble {
namespace {

constexpr int64_t kFar = (int64_t{1} << 53) - 4096;  // leaves room for the offsets below
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

// Returns the bytes of a window of a picture of the maximum size.
std::string WindowBytes(const std::string& more, const Window& window) {
  const std::string line = fmt::format(
      "render --noise value --size 2147483647,2147483647 --frequency 64 {} -o a "
      "--window={},{},{},{}",
      more, window.x, window.y, window.width, window.height);
  const Outcome outcome = RunLine(line);
  CHECK_MESSAGE(outcome.status == 0, line << ": " << outcome.err);
  return ReadAll("a");
}

TEST_CASE("far windows are bit-identical to parts of larger windows around them") {
  const Folder folder;
  constexpr int64_t kSide = 24, kX = 5, kY = 3, kPart = 7;
  for (const std::string more : {"--format r32", "--format r16", "--format r32 --tiling"}) {
    const std::size_t sample = more.find("r32") == std::string::npos ? 2 : 4;
    for (const int64_t x : {-kFar, int64_t{-1} << 32, int64_t{1} << 31, kFar}) {
      for (const int64_t y : {-kFar, int64_t{0x7FFFFFFF}, kFar}) {
        CAPTURE(more);
        CAPTURE(x);
        CAPTURE(y);
        const std::string whole = WindowBytes(more, {x, y, kSide, kSide});
        const std::string part = WindowBytes(more, {x + kX, y + kY, kPart, kPart});
        std::string cut;
        for (int64_t j = kY; j < kY + kPart; ++j)
          cut += whole.substr(static_cast<std::size_t>(j * kSide + kX) * sample, kPart * sample);
        CHECK(part == cut);
      }
    }
  }
}

// (The command line rejects these windows earlier, as flag values.)
TEST_CASE("the library rejects windows beyond the limits of Window") {
  for (const std::string tiling : {"true", "false"}) {
    const Program program = Program::Compile(ReadRecipe(
        R"({"cobble": 1, "size": [8, 8], "tiling": )" + tiling + R"(, "noise": {"type": "value"}})",
        "here"));
    constexpr int64_t kCorner = int64_t{1} << 53, kSide = 0x7FFFFFFF;
    for (const Window& window :
         {Window{kCorner + 2, 0, 1, 1}, Window{0, -kCorner - 2, 1, 1}, Window{kMax, 0, 1, 1},
          Window{-kMax - 1, 0, 1, 1}, Window{0, kMax, 1, 1}, Window{0, 0, kSide + 1, 1},
          Window{0, 0, 1, kSide + 1}, Window{0, 0, kMax, kMax}, Window{kMax, kMax, kMax, 1}}) {
      CAPTURE(window.x);
      CAPTURE(window.width);
      RenderOptions options;
      options.window = window;
      REQUIRE_THROWS_AS(RenderImage(program, Map::kHeight, options), Error);
    }
  }
}

// At the last pixels of the coordinate range, the neighbourhoods of ao and curvature are outside
// it.
TEST_CASE("a map's neighbourhood must be within the coordinate range") {
  const Recipe plain = ReadRecipe(
      R"({"cobble": 1, "size": [800, 8], "noise": {"type": "value", "frequency": 1e-3}})", "here");
  Recipe tiled = plain;
  tiled.tiling = true;
  tiled.domain.extent = {1000, 1000};
  const auto error = [](const Recipe& recipe, Map map, int64_t x) -> std::string {
    RenderOptions options;
    options.window = {x, 0, 2, 2};
    try {
      RenderImage(Program::Compile(recipe), map, options);
    } catch (const Error& refused) {
      return refused.what();
    }
    return "none";
  };
  for (const int64_t x : {-kFar, kFar}) {
    CAPTURE(x);
    for (const Map map : {Map::kValue, Map::kAo, Map::kCurvature}) {
      CHECK(error(plain, map, x) == "none");
      CHECK(error(tiled, map, x) == "none");
    }
    // The radius of ao, 0.05 of the width, is 40 pixels.
    const int64_t last = (int64_t{1} << 53) - 512;
    const int64_t edge = x < 0 ? -last : last - 2;
    CHECK(error(plain, Map::kValue, edge) == "none");
    CHECK(error(plain, Map::kAo, edge) ==
          "window: with a halo of 40 pixels for the map ao, reaches pixels more than 2^53 pixels "
          "from "
          "the origin");
    CHECK(error(plain, Map::kAo, x < 0 ? edge + 40 : edge - 40) == "none");
    CHECK(error(tiled, Map::kAo, edge) == "none");
  }
  Recipe near = plain;  // 2^40 cells are 2^40 pixels from the middle
  near.noise.values["frequency"] = 800.0;
  const int64_t last = (int64_t{1} << 40) + 400 - 10;
  CHECK(error(near, Map::kValue, last) == "none");
  CHECK(error(near, Map::kCurvature, last) == "none");  // 4 pixels
  CHECK(error(near, Map::kAo, last)
            .find("with a halo of 40 pixels for the map ao, reaches cells more than") !=
        std::string::npos);
}

TEST_CASE("bands of the tallest and widest pictures have 1 to 2^18 rows") {
  constexpr int64_t kSide = 0x7FFFFFFF;
  CHECK(BandRows(1, kSide) == int64_t{1} << 18);
  CHECK(BandRows(kSide, 1) == 1);
  CHECK(BandRows(kSide, kSide) == 1);
  CHECK(BandRows(1, 1) == 32768);
}

}  // namespace
}  // namespace cobble
