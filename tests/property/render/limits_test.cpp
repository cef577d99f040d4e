// Tests that MeasureLimits finds how much of a picture is flat because distances are limited.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "cobble/recipe_io.h"
#include "property/property.h"
#include "render/probes.h"

namespace cobble::test {
namespace {

Recipe ReadNoise(const std::string& noise, const std::string& more = "") {
  return ReadRecipe(R"({"cobble": 1, "size": 512, "noise": )" + noise + more + "}", "limits");
}

std::vector<LimitedDistances> Measure(const Recipe& recipe, const Window& window = {}) {
  return MeasureLimits(Program::Compile(recipe), window);
}

// Returns the share of the picture's values that equal `limit`.
double FlatShare(const Recipe& recipe, float limit) {
  const Image image = RenderImage(Program::Compile(recipe), Map::kValue);
  const auto flat = std::ranges::count(image.samples, limit);
  return static_cast<double>(flat) / static_cast<double>(image.samples.size());
}

TEST_CASE("the measured share is the flat share of the picture") {
  const std::string f2 = R"({"type": "voronoi", "dimensions": 3, "metric": "manhattan",
                             "function": "F2", "frequency": 20)";
  const std::string f4 = R"({"type": "cell", "density": 1, "function": "F4", "frequency": 20)";
  for (const std::string& noise : {f2, f4})
    for (const double limit : {1.0, 1.125}) {
      const Recipe recipe = ReadNoise(noise + ", \"limit\": " + std::to_string(limit) + "}");
      const auto limits = Measure(recipe);
      INFO(noise, " ", limit);
      REQUIRE(limits.size() == 1);
      CHECK(limits[0].pointer == "/noise/limit");
      CHECK(limits[0].limit == limit);
      CHECK(limits[0].share > 0.02);
      CHECK(limits[0].share ==
            doctest::Approx(FlatShare(recipe, static_cast<float>(limit))).epsilon(0.2));
    }
  CHECK(Measure(ReadNoise(f2 + R"(, "limit": 3})"))[0].share == 0);
}

TEST_CASE("functions of several distances are judged by the farthest one that they use") {
  const auto share = [](const std::string& members) {
    return Measure(ReadNoise(R"({"frequency": 20, )" + members + "}")).at(0).share;
  };
  const std::string voronoi = R"("type": "voronoi", "dimensions": 3, "metric": "manhattan")";
  const double f1 = share(voronoi), f2 = share(voronoi + R"(, "function": "F2")");
  CHECK(f1 < f2);
  for (const char* const function : {"F2-F1", "F1+F2", "F1*F2", "F1/F2"})
    CHECK(share(voronoi + ", \"function\": \"" + function + "\"") == f2);
  CHECK(share(voronoi + R"(, "function": "F2", "octaves": 4)") == doctest::Approx(f2).epsilon(0.1));
  const std::string cell = R"("type": "cell", "density": 1)";
  CHECK(share(cell + R"(, "weights": [0, -1, 0.5, 0])") == share(cell + R"(, "function": "F3")"));
  CHECK(share(cell + R"(, "function": "F2-F1")") == share(cell + R"(, "function": "F2")"));
}

// At jitter 0 and 64 cells across, a regular grid of samples would see every cell at one place.
TEST_CASE("the share does not depend on where cells fall between samples") {
  for (const double frequency : {31.0, 32.0, 63.0, 64.0, 128.0}) {
    const Recipe recipe = ReadNoise(R"({"type": "voronoi", "dimensions": 3, "metric": "manhattan",
        "jitter": 0.1, "frequency": )" +
                                    std::to_string(frequency) + "}");
    INFO(frequency);
    CHECK(Measure(recipe).at(0).share == doctest::Approx(FlatShare(recipe, 1)).epsilon(0.1));
  }
}

// The first octave's cells are much larger than the picture.
TEST_CASE("every octave counts") {
  for (const int seed : {1, 2, 3, 4, 5, 6}) {
    const Recipe recipe = ReadNoise(R"({"type": "voronoi", "dimensions": 3, "metric": "manhattan",
        "function": "F2", "octaves": 8, "frequency": 0.05, "lacunarity": 3, "persistence": 1})",
                                    ", \"seed\": " + std::to_string(seed));
    const double share = Measure(recipe).at(0).share;
    INFO(seed, ": ", share);
    CHECK((share > 0.05 && share < 0.4));
  }
}

TEST_CASE("a recipe with very many octaves is measured in part, and quickly") {
  const Recipe recipe = ReadNoise(R"({"type": "fractal", "octaves": 16, "lacunarity": 1, "source":
      {"type": "fractal", "octaves": 16, "lacunarity": 1, "source":
      {"type": "voronoi", "dimensions": 3, "metric": "manhattan", "function": "F2",
       "octaves": 8, "lacunarity": 1}}})");
  CHECK(Measure(recipe).at(0).share == doctest::Approx(0.15).epsilon(0.4));
}

TEST_CASE("noises without limited distances are not measured") {
  for (const char* const noise :
       {R"({"type": "perlin"})", R"({"type": "voronoi", "function": "edge"})",
        R"({"type": "voronoi", "function": "cell-id"})", R"({"type": "voronoi", "smooth": "lse"})",
        R"({"type": "cell", "function": "cell-id"})", R"({"type": "cell", "weights": [0, 0]})"})
    CHECK(Measure(ReadNoise(noise)).empty());
}

TEST_CASE("every noise of a tree is measured where the tree samples it, in the window") {
  const std::string f4 = R"({"type": "cell", "density": 1, "function": "F4", "frequency": 5})";
  const Recipe recipe = ReadNoise(R"({"type": "add", "a": {"ref": "far"}, "b": {"type": "warp",
      "source": {"type": "fractal", "octaves": 3, "source": )" +
                                      f4 + R"(}, "by": {"type": "perlin"}, "amount": 0.1}})",
                                  R"(, "nodes": {"far": )" + f4 + "}");
  const auto limits = Measure(recipe);
  REQUIRE(limits.size() == 2);
  CHECK(limits[0].pointer == "/nodes/far/limit");
  CHECK(limits[1].pointer == "/noise/b/source/source/limit");
  for (const LimitedDistances& each : limits) CHECK((each.share > 0.02 && each.share < 1));
  // In a window of one pixel, all samples agree.
  for (const LimitedDistances& each : Measure(recipe, {100, 100, 1, 1}))
    CHECK((each.share == 0 || each.share == 1 || each.pointer != "/nodes/far/limit"));
}

// Samples inside stamps are not the picture's.
TEST_CASE("noises below a scatter are not measured, those that it displaces are") {
  const std::string f4 = R"({"type": "cell", "density": 1, "function": "F4", "frequency": 5})";
  const std::string scatter =
      R"({"type": "scatter", "overlap": "add", "source": {"type": "scatter", "source": )" + f4 +
      "}}";
  CHECK(Measure(ReadNoise(scatter)).empty());
  const auto limits = Measure(ReadNoise(R"({"type": "warp", "amount": 0.3, "by": )" + scatter +
                                        R"(, "source": )" + f4 + "}"));
  REQUIRE(limits.size() == 1);
  CHECK(limits[0].pointer == "/noise/source/limit");
  CHECK(limits[0].share > 0.02);
}

// --- Clipped curvatures ---

const std::string kLand = R"({"type": "perlin", "frequency": 8, "octaves": 3})";

// Returns the share of samples at the ends of their range.
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

// Few are clipped, and not none, which would leave nearly everything grey.
void CheckFitted(const std::vector<ClippedCurvature>& clipped, const Image& image, float low) {
  REQUIRE(clipped.size() == 1);
  CHECK(clipped[0].share > 0.002);
  CHECK(clipped[0].share <= 0.01);
  CHECK(ClippedShare(image, low, 1) < 0.02);
}

TEST_CASE(
    "the share of the map curvature is that of its pixels, and the fitting scale clips about 1 %") {
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
    const Recipe fitting = ReadMap(clipped[0].fitting, more);
    const Program compiled = Program::Compile(fitting);
    CheckFitted(ClippedMap(compiled, {}, RangeOf(fitting, compiled)),
                RenderImage(compiled, Map::kCurvature), 0);
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
  const auto clipped = ClippedNodes(program, {}, {});
  REQUIRE(clipped.size() == 1);
  CHECK(clipped[0].pointer == "/maps/worn/source");
  CHECK(clipped[0].scale == 0.02);
  const double share = ClippedShare(RenderNamed(recipe, {"worn"}), -1, 1);
  CHECK(share > 0.05);
  CHECK(clipped[0].share == doctest::Approx(share).epsilon(0.2));
  const Recipe fitting = ReadNodes(clipped[0].fitting);
  CheckFitted(ClippedNodes(Program::Compile(fitting, {.slopes = false, .maps = {"worn"}}), {}, {}),
              RenderNamed(fitting, {"worn"}), -1);
  CHECK(ClippedNodes(Program::Compile(recipe), {}, {}).empty());
}

}  // namespace
}  // namespace cobble::test
