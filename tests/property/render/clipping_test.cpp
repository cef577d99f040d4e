// Tests that ClippedNodes and ClippedMap find how much of a picture is clipped, and the scale that
// clips nothing.
#include "render/clipping.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "property/property.h"

namespace cobble::test {
namespace {

const std::string kLand = R"({"type": "perlin", "frequency": 8, "octaves": 3})";

// Returns the share of the samples at the ends of their range.
double ClippedShare(const Image& image, float low, float high) {
  const auto is_clipped = [&](float x) { return x == low || x == high; };
  return static_cast<double>(std::ranges::count_if(image.samples, is_clipped)) /
         static_cast<double>(image.samples.size());
}

Recipe ReadMap(double scale, const std::string& more = "") {
  return ReadMembers(R"("size": [256, 192], "curvature": {"radius": 0.01, "scale": )" +
                     std::to_string(scale) + "}, " + more + R"("noise": )" + kLand);
}

HeightRange RangeOf(const Recipe& recipe, const Program& program) {
  return RangeWithin(recipe.range, {program.low(), program.high()});
}

TEST_CASE(
    "the share of the map curvature is that of its pixels, and the fitting scale clips none") {
  for (const char* more : {"", R"("range": "none", )", R"("flip": true, "samples": 2, )",
                           R"("domain": {"extent": [2, 1], "rotate": [0, 0, 20]}, )"}) {
    const Recipe recipe = ReadMap(0.04, more);
    const Program program = Program::Compile(recipe);
    const auto clipped = ClippedMap(program, {}, RangeOf(recipe, program));
    REQUIRE(clipped.size() == 1);
    CHECK(clipped[0].pointer == "/curvature/scale");
    CHECK(clipped[0].scale == 0.04);
    const double share = ClippedShare(RenderImage(program, Map::kCurvature), 0, 1);
    CHECK(share > 0.05);
    CHECK(clipped[0].share == doctest::Approx(share).epsilon(0.2));
    const Recipe fitting = ReadMap(0.99 * clipped[0].fitting, more);
    const Program compiled = Program::Compile(fitting);
    CHECK(ClippedMap(compiled, {}, RangeOf(fitting, compiled)).empty());
    CHECK(ClippedShare(RenderImage(compiled, Map::kCurvature), 0, 1) < 0.005);
  }
}

Recipe ReadNodes(double scale) {
  const std::string mask =
      R"({"type": "curvature-of", "radius": 0.01, "strength": 0.1, "scale": )" +
      std::to_string(scale) + R"(, "source": {"ref": "land"}})";
  return ReadMembers(R"("size": [256, 192], "nodes": {"land": )" + kLand + R"(, "other": )" + mask +
                     R"(}, "maps": {"worn": {"type": "abs", "source": )" + mask +
                     R"(}, "unused": )" + mask + R"(}, "noise": {"ref": "land"})");
}

TEST_CASE("the share of a node is that of its pixels; nodes that no map shows are not measured") {
  const Recipe recipe = ReadNodes(0.02);
  const Program program = Program::Compile(recipe, {.slopes = false, .maps = {"worn"}});
  const auto clipped = ClippedNodes(program, {});
  REQUIRE(clipped.size() == 1);
  CHECK(clipped[0].pointer == "/maps/worn/source");
  CHECK(clipped[0].scale == 0.02);
  const double share = ClippedShare(RenderNamed(recipe, {"worn"}), -1, 1);
  CHECK(share > 0.05);
  CHECK(clipped[0].share == doctest::Approx(share).epsilon(0.2));
  const Recipe fitting = ReadNodes(0.99 * clipped[0].fitting);
  CHECK(ClippedNodes(Program::Compile(fitting, {.slopes = false, .maps = {"worn"}}), {}).empty());
  CHECK(ClippedShare(RenderNamed(fitting, {"worn"}), -1, 1) < 0.005);
  CHECK(ClippedNodes(Program::Compile(recipe), {}).empty());
}

}  // namespace
}  // namespace cobble::test
