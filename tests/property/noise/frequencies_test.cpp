// Tests noises and shapes with a different frequency along each axis.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/property.h"
#include "recipe/fields/node_spec.h"

namespace cobble::test {
namespace {

constexpr Window kPicture{0, 0, 61, 37};

// Returns the recipe of a node with `keys`, in a picture of 61 x 37 pixels, 2 units wide.
Recipe OfNode(const std::string& type, const std::string& keys, const std::string& domain,
              bool tiling) {
  return ReadRecipe(fmt::format(R"({{"cobble": 1, "size": [61, 37], "tiling": {}, "seed": 3,
                                    "domain": {{"extent": [2, 1], "slice": 0.3{}}},
                                    "noise": {{"type": "{}", {}}}}})",
                                tiling, domain, type, keys),
                    "axes");
}

struct Case {
  std::string type, keys;
};

// Every noise in 2D and 3D, and the shapes of two axes, with numbers of cells that tile.
std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (const NodeSpec* const spec : NoiseSpecs())
    for (const char* const keys : {R"("dimensions": 2, "octaves": 2, "frequency": [3, 10])",
                                   R"("dimensions": 3, "octaves": 2, "frequency": [4, 6, 2])"})
      cases.push_back({std::string(spec->name), keys});
  for (const char* const function : {"F2-F1", "edge", "u", "v"})
    cases.push_back(
        {"voronoi", fmt::format(R"("function": "{}", "frequency": [3, 10])", function)});
  cases.push_back({"cell", R"("function": "w", "dimensions": 3, "frequency": [4, 6, 2])"});
  for (const char* const type : {"dots", "weave", "checker"})
    cases.push_back({type, R"("frequency": [3, 10])"});
  cases.push_back({"tiles", R"("frequency": [6, 4])"});
  cases.push_back({"white", R"("frequency": [3, 10])"});
  cases.push_back({"white", R"("dimensions": 3, "frequency": [4, 6, 2])"});
  return cases;
}

TEST_CASE("frequencies by axis match the oracle on grids, rotated and at points") {
  Random random(61);
  for (const Case& each : Cases()) {
    INFO(each.type, ", ", each.keys);
    for (const char* const domain :
         {"", R"(, "rotate": [10, 20, 35], "scale": [1, 0.7, 1])", R"(, "rotate": [0, 0, 90])"}) {
      INFO("domain ", std::string(domain));
      const Recipe recipe = OfNode(each.type, each.keys, domain, false);
      const Tally pixels = PixelsAgainstOracle(recipe, Oracle(recipe), kPicture);
      CheckMisses(pixels);
    }
    const Recipe recipe = OfNode(each.type, each.keys, "", false);
    const Tally points = PointsAgainstOracle(recipe, Oracle(recipe), RandomPoints(random, 500, 3));
    CheckMisses(points);
  }
}

TEST_CASE("tiled pictures of frequencies by axis repeat bit by bit and match the oracle") {
  for (const Case& each : Cases()) {
    INFO(each.type, ", ", each.keys);
    const Recipe recipe = OfNode(each.type, each.keys, "", true);
    const Program program = Program::Compile(recipe);
    const Image whole = RenderImage(program, Map::kNormal, {.window = kPicture});
    CHECK(SameBits(RenderImage(program, Map::kNormal, {.window = {-122, 74, 61, 37}}), whole));
    const Tally pixels = PixelsAgainstOracle(recipe, Oracle(recipe), {-20, -11, 61, 37});
    CheckMisses(pixels);
  }
}

TEST_CASE("frequencies by axis are those of a transform with that scale") {
  for (const char* const type : {"value", "perlin", "simplex", "hill"}) {
    INFO(std::string(type));
    const Recipe by_axis = OfNode(type, R"("seed": 7, "frequency": [3, 5])", "", false);
    const Recipe scaled = OfNode(
        "transform",
        fmt::format(R"("scale": [3, 5, 1], "source": {{"type": "{}", "seed": 7, "frequency": 1}})",
                    type),
        "", false);
    const Image a = RenderImage(Program::Compile(by_axis), Map::kNormal, {.window = kPicture});
    const Image b = RenderImage(Program::Compile(scaled), Map::kNormal, {.window = kPicture});
    float largest = 0;
    for (std::size_t k = 0; k < a.samples.size(); ++k)
      largest = std::max(largest, std::abs(a.samples[k] - b.samples[k]));
    CHECK(largest < 2e-5f);
  }
}

// u and v give the nearest point's place, which is the same throughout its region.
TEST_CASE("u and v lead to the nearest point") {
  for (const char* const type : {"voronoi", "cell"}) {
    const auto image = [&](const char* function) {
      const Recipe recipe =
          OfNode(type, fmt::format(R"("seed": 7, "frequency": [3, 5], "function": "{}")", function),
                 "", false);
      return RenderImage(Program::Compile(recipe), Map::kValue, {.window = kPicture});
    };
    const Image id = image("cell-id"), u = image("u"), v = image("v");
    std::map<float, std::array<double, 2>> points;
    for (int64_t j = 0; j < 37; ++j)
      for (int64_t i = 0; i < 61; ++i) {
        const double x = ((static_cast<double>(i) + 0.5) / 61 - 0.5) * 2;
        const double y = (static_cast<double>(j) + 0.5) / 37 - 0.5;
        const std::array<double, 2> point{3 * x - double{*u.Pixel(i, j)},
                                          5 * y - double{*v.Pixel(i, j)}};
        const auto [found, is_new] = points.emplace(*id.Pixel(i, j), point);
        for (std::size_t a = 0; a < 2; ++a) CHECK(std::abs(point[a] - found->second[a]) < 1e-5);
      }
    INFO(std::string(type));
    CHECK(points.size() > 30);
  }
}

}  // namespace
}  // namespace cobble::test
