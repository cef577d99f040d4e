// Tests ranges whose ends are shares of the picture's values against its sorted values.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "property/property.h"
#include "render/render_bands.h"

namespace cobble::test {
namespace {

const std::string kNoise = "\"noise\": \"simplex(4, 5)\", ";

Recipe InShares(const std::string& range, const std::string& members = kNoise) {
  return ReadMembers(members + R"("size": [400, 300], "range": )" + range);
}

Image HeightsOf(const Recipe& recipe, const Window& window = {}) {
  return RenderImage(Program::Compile(recipe), Map::kHeight, {.window = window});
}

double ShareBelow(const Image& image, float height) {
  const auto below =
      std::ranges::count_if(image.samples, [&](float each) { return each < height; });
  return static_cast<double>(below) / static_cast<double>(image.samples.size());
}

TEST_CASE("the shares of the picture are below 0 and above 1") {
  const Image both = HeightsOf(InShares(R"(["2%", "95%"])"));
  CHECK(std::abs(ShareBelow(both, 0) - 0.02) < 0.002);
  CHECK(std::abs(ShareBelow(both, 1) - 0.95) < 0.002);
  const Image one = HeightsOf(InShares(R"([0.1, "95%"])"));
  CHECK(std::abs(ShareBelow(one, 1) - 0.95) < 0.002);
  const Image inverted = HeightsOf(InShares(R"(["95%", "2%"])"));
  CHECK(std::abs(ShareBelow(inverted, 0) - 0.05) < 0.002);
  for (std::size_t k = 0; k < both.samples.size(); ++k)
    REQUIRE(inverted.samples[k] == doctest::Approx(1 - both.samples[k]).epsilon(1e-5));
}

TEST_CASE("the range depends on the view alone, not on sizes or windows") {
  const auto range_of = [](const Recipe& recipe) {
    const HeightRange range = ResolveRange(Program::Compile(recipe), {});
    return std::vector{range.low, range.high};
  };
  const Recipe recipe = InShares(R"(["2%", "98%"])");
  Recipe larger = recipe, moved = recipe;
  larger.width *= 3, larger.height *= 3;
  moved.domain.translate[0] = 0.5;
  CHECK(range_of(larger) == range_of(recipe));
  CHECK(range_of(moved) != range_of(recipe));
  const Image whole = HeightsOf(recipe);
  CHECK(SameBits(HeightsOf(recipe, {11, 7, 20, 9}), Crop(whole, 11, 7, 20, 9)));
}

TEST_CASE("all frames of a loop have one range, and a constant is 0.5") {
  const std::string loop = R"json("noise": "perlin(3, dimensions=3)", "loop": true, )json";
  Recipe recipe = InShares(R"(["5%", "95%"])", loop);
  const HeightRange first = ResolveRange(Program::Compile(recipe), {});
  recipe.domain.slice = 0.25;
  const HeightRange other = ResolveRange(Program::Compile(recipe), {});
  CHECK(first.low == other.low);
  CHECK(first.high == other.high);
  CHECK(HeightsOf(InShares(R"(["5%", "95%"])", "\"noise\": \"0.3\", ")).samples[0] == 0.5f);
}

TEST_CASE("slopes and normals are those of the range as numbers") {
  Recipe shares = InShares(R"(["10%", "90%"])");
  const HeightRange found = ResolveRange(Program::Compile(shares), {});
  Recipe fixed = shares;
  fixed.range = {RangeMode::kFixed, found.low, found.high};
  for (const Map map : {Map::kHeight, Map::kNormal, Map::kCurvature})
    CHECK(SameBits(RenderImage(Program::Compile(shares), map),
                   RenderImage(Program::Compile(fixed), map)));
}

}  // namespace
}  // namespace cobble::test
