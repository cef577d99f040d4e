// Tests quantile against the sorted values of a picture: shares, slopes, equal values, views.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cobble/recipe_io.h"
#include "property/nodes/positions.h"

namespace cobble::test {
namespace {

// Members of a recipe whose node s is the source. It has the same seeds wherever it is used.
std::string Named(const std::string& source) { return R"("nodes": {"s": ")" + source + "\"}, "; }

const std::string kShare = "\"quantile(s)\"", kSource = "\"s\"";

// In: members, with a comma after each.
Recipe Pictured(const std::string& node, const std::string& members, int64_t side = 700) {
  Recipe recipe = ReadNode(node, members + R"("domain": {"extent": [1, 1]}, )");
  recipe.width = recipe.height = side;
  return recipe;
}

std::vector<float> ValuesIn(const Recipe& recipe) {
  return RenderImage(Program::Compile(recipe, {.slopes = false}), Map::kValue).samples;
}

// The shares of all values by sorting: what is below, and half of what is equal.
class SortedShares {
 public:
  explicit SortedShares(std::vector<float> values) : sorted_(std::move(values)) {
    std::ranges::sort(sorted_);
  }
  double Of(double value) const {
    const auto [first, end] =
        std::equal_range(sorted_.begin(), sorted_.end(), static_cast<float>(value));
    return static_cast<double>((first - sorted_.begin()) + (end - sorted_.begin())) / 2 /
           static_cast<double>(sorted_.size());
  }
  // The derivative, from the values within a distance.
  double SlopeAt(double value, double reach) const {
    return (Of(value + reach) - Of(value - reach)) / (2 * reach);
  }

 private:
  std::vector<float> sorted_;
};

// Of one kind: smooth, skewed, with long tails, with many equal values, with few values.
const char* const kMeasured[] = {
    "perlin(4, 5)",
    "x + 2*y",
    "simplex(3)^3",
    "exp(4*perlin(5))",
    "exp(24*perlin(4, 3))",
    "perlin(4)^9",
    "1e6 + 1000*voronoi(7)",
    "1e-20*perlin(5, 2)",
    "max(perlin(4, 3), 0)",
    "clamp(2*perlin(4, 3), -0.5, 0.5)",
    "terrace(perlin(3, 4), 7)",
    "floor(8*perlin(4, 3))",
    "white(400)",
    "drainage(perlin(3, 4), resolution=64)",
};

TEST_CASE("the result is the share of the picture that is lower") {
  for (const std::string source : kMeasured) {
    CAPTURE(source);
    const std::vector<float> values = ValuesIn(Pictured(kSource, Named(source)));
    const std::vector<float> got = ValuesIn(Pictured(kShare, Named(source)));
    CHECK(std::ranges::min(got) >= 0);
    CHECK(std::ranges::max(got) <= 1);
    const SortedShares shares(values);
    std::size_t wrong = 0;
    double sum = 0;
    for (std::size_t k = 0; k < got.size(); ++k) {
      const double error = std::abs(double{got[k]} - shares.Of(double{values[k]}));
      sum += error;
      if (error > 0.003) ++wrong;
    }
    const auto count = static_cast<double>(got.size());
    CHECK(sum / count < 0.001);
    CHECK(static_cast<double>(wrong) / count < 0.003);  // beside values that many pixels have
  }
}

TEST_CASE("a threshold covers its share of pictures of any size") {
  for (const int64_t side : {100, 333, 1000})
    for (const double share : {0.02, 0.3, 0.75}) {
      const std::vector<float> got = ValuesIn(Pictured(kShare, Named("perlin(5, 6)"), side));
      const auto below = std::ranges::count_if(got, [&](float value) { return value < share; });
      CHECK(static_cast<double>(below) / static_cast<double>(got.size()) ==
            doctest::Approx(share).epsilon(side < 200 ? 0.05 : 0.01));
    }
}

TEST_CASE("slopes are the shares' derivative times the source's") {
  for (const std::string source : {"perlin(4, 5)", "exp(2*simplex(3))", "x + 2*y"}) {
    CAPTURE(source);
    const SortedShares shares(ValuesIn(Pictured(kSource, Named(source), 2000)));
    const std::string square = Named(source) + R"("domain": {"extent": [1, 1]}, )";
    double error = 0, sum = 0;
    for (double x = -0.4; x < 0.4; x += 0.037)
      for (double y = -0.4; y < 0.4; y += 0.041) {
        const At at = SampleAt(kSource, x, y, square);
        const At got = SampleAt(kShare, x, y, square);
        const double slope = shares.SlopeAt(double{at.value}, 0.01);
        error += std::abs(got.dx - slope * at.dx) + std::abs(got.dy - slope * at.dy);
        sum += std::abs(slope * at.dx) + std::abs(slope * at.dy);
        // The slope is that of the values, too.
        constexpr double kStep = 1e-4;
        const At after = SampleAt(kShare, x + kStep, y, square);
        const At before = SampleAt(kShare, x - kStep, y, square);
        const double change = double{after.value - before.value} / (2 * kStep);
        CHECK(got.dx == doctest::Approx(change).epsilon(0.02).scale(0.5));
      }
    CHECK(error < 0.03 * sum);
  }
}

// The value and slope at x, in a picture from -0.5 to 0.5.
At ShareAt(const std::string& source, double x, const std::string& domain = {},
           const std::string& node = kShare) {
  return SampleAt(node, x, 0, Named(source) + domain);
}

TEST_CASE("equal values have the share below them and half of their own") {
  CHECK(ShareAt("0.3", 0.1) == At{0.5, 0, 0});
  // 0 left of the middle, and a slope right of it.
  CHECK(ShareAt("max(x, 0)", -0.3).value == doctest::Approx(0.25).epsilon(0.002));
  CHECK(ShareAt("max(x, 0)", -0.3).dx == 0);
  CHECK(ShareAt("max(x, 0)", 0.25).value == doctest::Approx(0.75).epsilon(0.002));
  // Two levels, and none between them.
  CHECK(ShareAt("floor(x)", -0.2).value == doctest::Approx(0.25).epsilon(0.002));
  CHECK(ShareAt("floor(x)", 0.2).value == doctest::Approx(0.75).epsilon(0.002));
}

TEST_CASE("beyond the picture's values, the result is 0 or 1") {
  CHECK(ShareAt("x", -0.51) == At{0, 0, 0});
  CHECK(ShareAt("x", 0.51) == At{1, 0, 0});
  CHECK(ShareAt("x", 0).value == doctest::Approx(0.5).epsilon(0.001));
}

TEST_CASE("the view is the picture with its domain and transforms, without warps") {
  const double share = 0.75;
  for (const At& at :
       {ShareAt("x", 0.25, R"("domain": {"translate": [3, 0], "scale": 2}, )"),
        ShareAt("x", 0.25, {}, R"json("transform(quantile(s), scale=4, translate=[2, 0])")json"),
        ShareAt("x", 0, {}, R"json("warp(quantile(s), 0.25, 1)")json")})
    CHECK(at.value == doctest::Approx(share).epsilon(0.002));
}

TEST_CASE("all frames of a loop have the same curve, and it fits all of them") {
  const std::string members = Named("perlin(3, dimensions=3)") + R"("loop": true, )";
  std::ptrdiff_t below = 0;
  float highest_below = -2, lowest_above = 2;
  for (int frame = 0; frame < 8; ++frame) {
    Recipe recipe = Pictured(kShare, members, 100);
    Recipe plain = Pictured(kSource, members, 100);
    recipe.domain.slice = plain.domain.slice = frame / 8.0;
    const std::vector<float> got = ValuesIn(recipe), values = ValuesIn(plain);
    below += std::ranges::count_if(got, [](float value) { return value < 0.3f; });
    for (std::size_t k = 0; k < got.size(); ++k) {
      if (got[k] < 0.3f) highest_below = std::max(highest_below, values[k]);
      if (got[k] > 0.3f) lowest_above = std::min(lowest_above, values[k]);
    }
  }
  CHECK(highest_below <= lowest_above + 1e-6f);
  CHECK(static_cast<double>(below) / 80000 == doctest::Approx(0.3).epsilon(0.02));
}

TEST_CASE("bits do not depend on levels, windows, tiles or threads") {
  const std::string named = Named("warp(perlin(4, 3), perlin(8), 0.05)");
  for (const char* members : {R"("domain": {"rotate": [0, 0, 20]}, )",
                              R"("tiling": true, "domain": {"extent": [1, 1]}, )"})
    CheckSameBitsEverywhere(ReadNode(kShare, named + members));
  const auto render = [&](int threads) {
    return RenderImage(Program::Compile(Pictured(kShare, named, 64), {.threads = threads}),
                       Map::kNormal);
  };
  CHECK(SameBits(render(1), render(4)));
}

}  // namespace
}  // namespace cobble::test
