// Tests maps with a neighbourhood (curvature, ao) against their definitions, and that no bit
// depends on window, band, tile, threads, SIMD level or the other maps of a run.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cobble/recipe_io.h"
#include "core/math.h"
#include "property/property.h"
#include "render/render_bands.h"
#include "support/float_rows.h"
#include "support/levels.h"

namespace cobble::test {
namespace {

constexpr Map kNeighbourMaps[] = {Map::kCurvature, Map::kAo};

// Returns the recipe with random radii up to a quarter of the picture, often below a pixel.
Recipe WithRadii(Recipe recipe, Random& random) {
  const auto radius = [&] { return random.Chance(0.2) ? 0 : std::pow(random.Uniform(0, 0.5), 2); };
  recipe.curvature = {radius(), random.Uniform(-0.1, 0.1)};
  recipe.ao = {radius(), static_cast<int>(random.Integer(8, 16))};
  return recipe;
}

// Returns the radius in pixels, at least 1, as src/render/README.md defines it.
int64_t RadiusInPixels(double radius, const Recipe& recipe) {
  return std::max<int64_t>(std::llround(radius * static_cast<double>(recipe.width)), 1);
}

Window Enlarged(const Window& window, int64_t by) {
  return {window.x - by, window.y - by, window.width + 2 * by, window.height + 2 * by};
}

struct Expected {
  double value, tolerance;
};

// Computes minus half the divergence of strength * slope from the slope map around the window. The
// tolerance covers the cancellation in differences of float32 slopes.
Expected CurvatureAt(const Recipe& recipe, const Image& slope, int64_t i, int64_t j) {
  const int64_t r = RadiusInPixels(recipe.curvature.radius, recipe);
  i += r, j += r;
  const double left = slope.Pixel(i - r, j)[0], right = slope.Pixel(i + r, j)[0];
  const double above = slope.Pixel(i, j - r)[1], below = slope.Pixel(i, j + r)[1];
  const double span = 2 * static_cast<double>(r) / static_cast<double>(recipe.width);
  const double factor = -0.5 * recipe.normal.strength * recipe.curvature.scale / span;
  const double x = factor * (right - left + below - above);
  const double size = std::abs(left) + std::abs(right) + std::abs(above) + std::abs(below);
  return {0.5 + 0.5 * std::clamp(x, -1.0, 1.0), 1e-7 + 2e-7 * std::abs(factor) * size};
}

// Rounds half away from 0.
int64_t Nearest(double x) {
  const double whole = std::trunc(x), rest = std::abs(x - whole);
  const bool is_tie = std::abs(rest - 0.5) < 1e-9;
  return static_cast<int64_t>(is_tie ? whole + std::copysign(1.0, x) : std::round(x));
}

// Returns the offsets of the pixels sampled in each direction, straight from the definition.
std::vector<std::set<std::pair<int64_t, int64_t>>> OffsetsOf(const Recipe& recipe) {
  std::vector<std::set<std::pair<int64_t, int64_t>>> all;
  for (int k = 0; k < recipe.ao.directions; ++k) {
    const SinCos to = SinCosDegrees(360.0 * k / recipe.ao.directions);
    std::set<std::pair<int64_t, int64_t>> offsets;
    auto distance = static_cast<double>(RadiusInPixels(recipe.ao.radius, recipe));
    for (bool more = true; more; distance /= 2) {
      more = distance > 1;
      const double d = std::max(distance, 1.0);
      offsets.emplace(Nearest(d * to.cos), Nearest(d * to.sin));
    }
    all.push_back(offsets);
  }
  return all;
}

// Computes ambient occlusion from the value map around the window.
class AoReference {
 public:
  AoReference(const Recipe& recipe, const HeightRange& range, const Image& value)
      : recipe_(recipe),
        value_(value),
        radius_(RadiusInPixels(recipe.ao.radius, recipe)),
        offsets_(OffsetsOf(recipe)),
        rise_(range.keep ? 1 : 1 / (range.high - range.low)) {
    if (!std::isfinite(rise_)) rise_ = 0;
  }

  Expected At(int64_t i, int64_t j) const {
    double sky = 0;
    for (const auto& direction : offsets_) {
      double steepest = 0;
      for (const auto& [x, y] : direction)
        steepest = std::max(steepest, Rise(i + radius_, j + radius_, x, y));
      sky += 1 / (1 + steepest * steepest);
    }
    return {sky / recipe_.ao.directions, 1e-6};
  }

 private:
  double Rise(int64_t i, int64_t j, int64_t x, int64_t y) const {
    const double there = *value_.Pixel(i + x, j + y), here = *value_.Pixel(i, j);
    const double distance = std::sqrt(static_cast<double>(x * x + y * y));
    return recipe_.normal.strength * rise_ * (there - here) * static_cast<double>(recipe_.width) /
           distance;
  }

  const Recipe& recipe_;
  const Image& value_;
  int64_t radius_;
  std::vector<std::set<std::pair<int64_t, int64_t>>> offsets_;
  double rise_;
};

template <typename At>
void CheckAll(const Image& got, const At& at) {
  int wrong = 0;
  for (int64_t j = 0; j < got.height; ++j)
    for (int64_t i = 0; i < got.width; ++i) {
      const Expected expected = at(i, j);
      wrong += !(std::abs(*got.Pixel(i, j) - expected.value) <= expected.tolerance);
    }
  CHECK(wrong == 0);
}

TEST_CASE("curvature is minus half the divergence of the scaled slopes") {
  ForEachRecipe(60, MixedWishes(72, 20, 61, 47), [](const Recipe& plain, Random& random) {
    const Recipe recipe = WithRadii(plain, random);
    const Program program = Program::Compile(recipe);
    const Window window{random.Integer(-40, 20), random.Integer(-40, 20), 61, 47};
    const int64_t r = RadiusInPixels(recipe.curvature.radius, recipe);
    const Image slope = RenderImage(program, Map::kSlope, {.window = Enlarged(window, r)});
    const Image got = RenderImage(program, Map::kCurvature, {.window = window});
    CheckAll(got, [&](int64_t i, int64_t j) { return CurvatureAt(recipe, slope, i, j); });
  });
}

TEST_CASE("ao is the fraction of sky above the steepest rise in each direction") {
  ForEachRecipe(61, MixedWishes(72, 20, 61, 47), [](const Recipe& plain, Random& random) {
    const Recipe recipe = WithRadii(plain, random);
    const Program program = Program::Compile(recipe, {.slopes = false});
    const Window window{random.Integer(-40, 20), random.Integer(-40, 20), 61, 47};
    const int64_t r = RadiusInPixels(recipe.ao.radius, recipe);
    const Image value = RenderImage(program, Map::kValue, {.window = Enlarged(window, r)});
    const AoReference reference(recipe, ResolveRange(program, {}), value);
    CheckAll(RenderImage(program, Map::kAo, {.window = window}),
             [&](int64_t i, int64_t j) { return reference.At(i, j); });
  });
}

TEST_CASE("peaks are bright, hollows are dark and occluded, and flat ground is neutral") {
  const Program bumps = Program::Compile(test::ReadMembers(
      R"("size": 128, "range": "fit", "noise": {"type": "perlin", "frequency": 3},
         "normal": {"strength": 0.5}, "curvature": {"scale": 0.02})"));
  const Image height = RenderImage(bumps, Map::kHeight);
  const auto [lowest, highest] = std::ranges::minmax_element(height.samples);
  const auto at = [&](Map map, auto place) {
    return RenderImage(bumps, map)
        .samples[static_cast<std::size_t>(place - height.samples.begin())];
  };
  CHECK(at(Map::kCurvature, highest) > 0.6f);
  CHECK(at(Map::kCurvature, lowest) < 0.4f);
  CHECK(at(Map::kAo, highest) == 1);
  CHECK(at(Map::kAo, lowest) < 0.9f);

  for (const char* range : {"\"fit\"", "\"none\"", "[0, 1]"}) {
    const Program flat = Program::Compile(test::ReadMembers(
        R"("size": 20, "noise": {"type": "constant", "value": 7}, "ao": {"directions": 11},
           "range": )" +
        std::string(range)));
    for (const float x : RenderImage(flat, Map::kCurvature).samples) CHECK(x == 0.5f);
    for (const float x : RenderImage(flat, Map::kAo).samples) CHECK(x == 1);
  }
}

// Includes slopes beyond float32 and extreme strengths. The bits are the same at every SIMD level.
TEST_CASE("curvature and ao stay within 0..1") {
  const std::string by = R"("by": {"type": "perlin", "frequency": 1e6}, "amount": 1e5)";
  std::string warps = R"({"type": "perlin", "frequency": 1e6})";
  for (int k = 0; k < 6; ++k) warps = R"({"type": "warp", "source": )" + warps + ", " + by + "}";
  const std::string steep = R"("normal": {"strength": -1e6}, "curvature": {"scale": 1e6}, )";
  for (const std::string& text :
       {R"("noise": )" + warps, steep + R"("range": "fit", "noise": )" + warps,
        steep + R"("range": [-1e-9, 0], "noise": {"type": "perlin", "frequency": 1e12})",
        steep + R"("range": [0, 1e-9], "noise": {"type": "voronoi", "frequency": 1e6})",
        steep + R"("range": "none", "noise": {"type": "multiply", "a": 1e12, "b": )" + warps + "}",
        std::string(R"("range": "fit", "noise": {"type": "perlin", "frequency": 1e-40})")}) {
    INFO(text);
    const Recipe recipe = test::ReadMembers("\"size\": 37, " + text);
    for (const Map map : kNeighbourMaps) {
      const Image best = RenderImage(Program::Compile(recipe), map);
      CHECK(std::ranges::all_of(best.samples, [](float x) { return x >= 0 && x <= 1; }));
      for (const std::string& level : RunningLevels())
        CHECK(SameBits(RenderImage(Program::Compile(recipe, {.simd = level}), map), best));
    }
  }
}

const std::vector<PictureMap> kAll{Map::kAo,    Map::kNormal, Map::kCurvature, Map::kValue,
                                   Map::kSlope, Map::kHeight, Map::kLit};

// The area has more bands of 2^15 pixels than there are threads.
constexpr Window kNeighbourArea{-31, -47, 200, 9 * 176};

RenderWay AnyWay(Random& random) {
  const int64_t width = random.OneOf<int64_t>({1, 2, 40, kNeighbourArea.width});
  const int64_t height = random.OneOf<int64_t>({1, 50, 700, kNeighbourArea.height});
  return {RunningLevels()[random.Bits() % RunningLevels().size()],
          random.OneOf({1, 2, 3, 7}),
          random.OneOf({0, 0, 1, 7, 33, 200}),
          {kNeighbourArea.x + random.Integer(0, kNeighbourArea.width - width),
           kNeighbourArea.y + random.Integer(0, kNeighbourArea.height - height), width, height}};
}

TEST_CASE("maps are bit-identical for any SIMD level, thread count, tile width and window") {
  ForEachRecipe(62, MixedWishes(12, 4, 256, 256), [](const Recipe& plain, Random& random) {
    const Recipe recipe = WithRadii(plain, random);
    const Image reference =
        RenderMaps(Program::Compile(recipe), kAll, {.window = kNeighbourArea, .threads = 1});
    for (int k = 0; k < 6; ++k)
      CheckSameBits(recipe, kAll, AnyWay(random), reference, kNeighbourArea);
  });
}

TEST_CASE("maps rendered together are bit-identical to maps rendered separately") {
  ForEachRecipe(63, MixedWishes(36, 20, 83, 61), [](const Recipe& plain, Random& random) {
    const Program program = Program::Compile(WithRadii(plain, random));
    const Image all = RenderMaps(program, kAll);
    int first = 0;
    for (const PictureMap& map : kAll) {
      const Image alone = RenderImage(program, *map.built_in);
      int wrong = 0;
      for (int64_t j = 0; j < all.height; ++j)
        for (int64_t i = 0; i < all.width; ++i)
          for (int c = 0; c < alone.channels; ++c)
            wrong += !SameBits(std::span(all.Pixel(i, j) + first + c, 1),
                               std::span(alone.Pixel(i, j) + c, 1));
      CHECK(wrong == 0);
      first += alone.channels;
    }
  });
}

// Mirroring across a diagonal swaps sines and cosines; the directions are symmetric about it if
// their number is a multiple of four.
TEST_CASE("ambient occlusion of a mirrored surface is mirrored") {
  for (const int directions : {8, 12, 16}) {
    for (const char* const radius : {"0", "0.05", "0.1"}) {
      INFO(directions, " directions, radius ", radius);
      const auto made = [&](const char* turn) {
        const std::string text =
            R"({"cobble": 1, "size": 50, "normal": {"strength": 1}, "ao": {"radius": )" +
            std::string(radius) + R"(, "directions": )" + std::to_string(directions) +
            R"(}, "domain": {)" + turn + R"(}, "noise": {"type": "perlin", "octaves": 3}})";
        return RenderImage(Program::Compile(ReadRecipe(text, "mirrored")), Map::kAo);
      };
      const Image one = made(""), beside = made(R"("scale": [-1, 1, 1])"),
                  across = made(R"("rotate": [0, 0, 90], "scale": [1, -1, 1])");
      double farthest = 0;
      for (int64_t j = 0; j < 50; ++j) {
        for (int64_t i = 0; i < 50; ++i) {
          const float here = *one.Pixel(i, j);
          farthest = std::max<double>(farthest, std::abs(here - *beside.Pixel(49 - i, j)));
          farthest = std::max<double>(farthest, std::abs(here - *across.Pixel(j, i)));
        }
      }
      CHECK(farthest < 1e-4);
    }
  }
}

TEST_CASE("single pixels, near and far, are bit-identical to those of larger windows") {
  ForEachRecipe(64, MixedWishes(54, 20, 90, 70), [](const Recipe& plain, Random& random) {
    const Program program = Program::Compile(WithRadii(plain, random));
    for (const int64_t reach : {int64_t{0}, int64_t{100'000}, int64_t{50'000'000}}) {
      const int64_t x = random.Integer(-reach, reach), y = random.Integer(-reach, reach);
      for (const Map map : kNeighbourMaps) {
        const Image whole = RenderImage(program, map, {.window = {x, y, 90, 70}});
        for (int k = 0; k < 8; ++k) {
          const int64_t i = random.Integer(0, 89), j = random.Integer(0, 69);
          INFO("pixel ", i, ", ", j, " from ", x, ", ", y);
          CHECK(SameBits(RenderImage(program, map, {.window = {x + i, y + j, 1, 1}}),
                         Crop(whole, i, j, 1, 1)));
        }
      }
    }
  });
}

// Halos of up to a quarter of the width are several times as high as the low pictures.
TEST_CASE("curvature and ao of tiled pictures repeat without a seam") {
  struct Size2D {
    int64_t width, height;
  };
  for (const Size2D& size : {Size2D{50, 31}, {1, 1}, {3, 4}, {64, 2}, {130, 5}}) {
    const int64_t w = size.width, h = size.height;
    std::vector<RecipeWish> wishes = MixedWishes(18, 8, w, h);
    for (RecipeWish& wish : wishes) wish.tiling = true;
    ForEachRecipe(65, wishes, [&](const Recipe& plain, Random& random) {
      const Program program = Program::Compile(WithRadii(plain, random));
      for (const Map map : kNeighbourMaps) {
        const Image whole = RenderImage(program, map);
        const Image repeated = RenderImage(program, map, {.window = {-w, -h, 3 * w, 3 * h}});
        for (int64_t j = 0; j < 3; ++j)
          for (int64_t i = 0; i < 3; ++i)
            CHECK(SameBits(Crop(repeated, i * w, j * h, w, h), whole));
        const int64_t x = w * random.Integer(-10'000'000'000'000, 10'000'000'000'000);
        CHECK(SameBits(RenderImage(program, map, {.window = {x, -7 * h, w, h}}), whole));
      }
    });
  }
}

TEST_CASE("a halo does not change the statistics") {
  ForEachRecipe(66, MixedWishes(18, 8, 300, 200), [](const Recipe& plain, Random& random) {
    const Program program = Program::Compile(WithRadii(plain, random));
    const auto statistics = [&](const std::vector<PictureMap>& maps) {
      FloatSink sink(300, maps);
      const BandOutput output{maps, &sink};
      return RenderBands(program, {}, {.threads = 3, .statistics = true}, {&output, 1}).statistics;
    };
    const Statistics with = statistics({Map::kAo}), without = statistics({Map::kValue});
    CHECK(with.minimum == without.minimum);
    CHECK(with.maximum == without.maximum);
    CHECK(with.mean == without.mean);
  });
}

}  // namespace
}  // namespace cobble::test
