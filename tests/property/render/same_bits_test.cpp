// Tests that a sample depends only on recipe and index, not on SIMD level, threads, tiles, windows,
// maps or batches of points. golden/checksums_test covers compilers and machines.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "property/property.h"
#include "support/float_rows.h"
#include "support/levels.h"
#include "support/long_form.h"

namespace cobble::test {
namespace {

std::vector<RecipeWish> Wishes(int count, int nodes, int64_t width, int64_t height) {
  return WithWaves(MixedWishes(count, nodes, width, height));
}

constexpr Map kMaps[] = {Map::kValue, Map::kHeight, Map::kSlope, Map::kNormal};

TEST_CASE("pictures are bit-identical at every SIMD level") {
  ForEachRecipe(1, Wishes(108, 30, 83, 21), [](const Recipe& recipe, Random&) {
    for (const Map map : kMaps) {
      const Image best = RenderImage(Program::Compile(recipe), map);
      for (const std::string& level : RunningLevels()) {
        INFO(level, ", map ", Name(map));
        const Program program = Program::Compile(recipe, {.simd = level});
        REQUIRE(program.simd() == level);
        CHECK(SameBits(RenderImage(program, map), best));
      }
    }
  });
}

TEST_CASE("points are bit-identical at every SIMD level") {
  ForEachRecipe(2, Wishes(120, 30, 64, 48), [](const Recipe& recipe, Random& random) {
    const std::vector<Vec3> points = RandomPoints(random, 300, 20);
    const Points best =
        Sample(Program::Compile(recipe, {.positions = CompileOptions::kPoints}), points);
    for (const std::string& level : RunningLevels()) {
      INFO(level);
      const Points got = Sample(
          Program::Compile(recipe, {.simd = level, .positions = CompileOptions::kPoints}), points);
      CHECK(SameBits(got.value, best.value));
      CHECK(SameBits(got.dx, best.dx));
      CHECK(SameBits(got.dy, best.dy));
      CHECK(SameBits(got.dz, best.dz));
    }
  });
}

struct Way {
  std::string level;
  int threads, tile_columns;
  std::size_t window;  // index into the result of WindowsIn
};

// All pixels that the test compares: one band of 2^15 pixels for each of up to 7 threads.
constexpr Window kComparedArea{-31, -47, 256, 7 * 128};

// Returns the whole of kComparedArea, parts of it, a column and a row.
std::vector<Window> WindowsIn(Random& random) {
  const int64_t x = random.Integer(kComparedArea.x, kComparedArea.width - 90);
  const int64_t y = random.Integer(kComparedArea.y, kComparedArea.height - 110);
  return {kComparedArea,
          {0, 0, 200, 17},
          {x, y, random.Integer(2, 53), random.Integer(2, 53)},
          {x, y, 1, 60},
          {kComparedArea.x, y, kComparedArea.width, 1}};
}

// Returns every combination of level, threads, tile width and window, shuffled.
std::vector<Way> AllWays(Random& random) {
  std::vector<Way> ways;
  for (const std::string& level : RunningLevels())
    for (const int threads : {1, 2, 3, 7})
      for (const int columns : {0, 1, 7, 33, 200})
        for (std::size_t window = 0; window < 5; ++window)
          ways.push_back({level, threads, columns, window});
  for (std::size_t k = ways.size(); k-- > 1;)
    std::swap(ways[k], ways[static_cast<std::size_t>(random.Integer(0, static_cast<int64_t>(k)))]);
  return ways;
}

// The long form renders every recipe in every way; the short form uses a third of the ways once.
TEST_CASE(
    "pictures are bit-identical for any combination of SIMD level, threads, tiles and window") {
  const std::vector<PictureMap> maps{Map::kValue, Map::kSlope, Map::kNormal};
  Random shuffle(9);
  const std::vector<Way> ways = AllWays(shuffle);
  const int recipes = IsLongForm() ? 144 : 12;
  const std::size_t ways_per_recipe = IsLongForm() ? ways.size() : ways.size() / 36;
  std::size_t next = 0;
  ForEachRecipe(3, Wishes(recipes, 6, 256, 256), [&](const Recipe& recipe, Random& random) {
    const std::vector<Window> windows = WindowsIn(random);
    const Image reference =
        RenderMaps(Program::Compile(recipe), maps, {.window = kComparedArea, .threads = 1});
    for (std::size_t k = 0; k < ways_per_recipe; ++k, ++next) {
      const Way& way = ways[next % ways.size()];
      CheckSameBits(recipe, maps, {way.level, way.threads, way.tile_columns, windows[way.window]},
                    reference, kComparedArea);
    }
  });
}

TEST_CASE("pictures are bit-identical in tiles of any width") {
  ForEachRecipe(4, Wishes(72, 30, 600, 5), [](const Recipe& recipe, Random&) {
    const Program program = Program::Compile(recipe);
    for (const Map map : {Map::kValue, Map::kSlope}) {
      const Image expected = RenderImage(program, map);
      for (const int columns : {1, 7, 16, 33, 100, 256, 700}) {
        INFO("map ", Name(map), ", tiles of ", columns);
        CHECK(SameBits(RenderImage(program, map, {.tile_columns = columns}), expected));
      }
    }
  });
}

// Returns value and normal of every pixel, as four channels.
Image RenderWindow(const Program& program, const Window& window) {
  const Image value = RenderImage(program, Map::kValue, {.window = window});
  const Image normal = RenderImage(program, Map::kNormal, {.window = window});
  Image combined{value.width, value.height, 4, {}};
  for (std::size_t k = 0; k < value.samples.size(); ++k) {
    combined.samples.push_back(value.samples[k]);
    combined.samples.insert(
        combined.samples.end(),
        {normal.samples[3 * k], normal.samples[3 * k + 1], normal.samples[3 * k + 2]});
  }
  return combined;
}

TEST_CASE("a window is bit-identical to that part of the whole picture") {
  ForEachRecipe(5, Wishes(108, 30, 90, 70), [](const Recipe& recipe, Random& random) {
    const Program program = Program::Compile(recipe);
    const Image whole = RenderWindow(program, {0, 0, 90, 70});
    CHECK(whole.width == 90);
    CHECK(whole.height == 70);
    for (int k = 0; k < 5; ++k) {
      const int64_t x = random.Integer(0, 89), y = random.Integer(0, 69);
      const Window window{x, y, random.Integer(1, 90 - x), random.Integer(1, 70 - y)};
      INFO("window ", x, ", ", y, ", ", window.width, ", ", window.height);
      CHECK(
          SameBits(RenderWindow(program, window), Crop(whole, x, y, window.width, window.height)));
    }
  });
}

TEST_CASE("windows beyond the picture agree with each other and with the picture") {
  ForEachRecipe(6, Wishes(108, 30, 90, 70), [](const Recipe& recipe, Random& random) {
    const Program program = Program::Compile(recipe);
    const Image whole = RenderWindow(program, {0, 0, 90, 70});
    const Image reference = RenderWindow(program, {-7, -33, 110, 130});
    CHECK(SameBits(Crop(reference, 7, 33, 90, 70), whole));

    for (const int64_t reach : {int64_t{500}, int64_t{100'000}, int64_t{50'000'000}}) {
      const int64_t x = random.Integer(-reach, reach), y = random.Integer(-reach, reach);
      INFO("window at ", x, ", ", y);
      const Image far = RenderWindow(program, {x, y, 70, 12});
      CHECK(SameBits(RenderWindow(program, {x + 13, y + 5, 41, 7}), Crop(far, 13, 5, 41, 7)));
      CHECK(SameBits(RenderWindow(program, {x + 69, y + 11, 1, 1}), Crop(far, 69, 11, 1, 1)));
    }
  });
}

TEST_CASE("values are bit-identical with and without slopes") {
  ForEachRecipe(7, Wishes(108, 30, 83, 21), [](const Recipe& recipe, Random& random) {
    const Program with = Program::Compile(recipe, {.slopes = true});
    const Program without = Program::Compile(recipe, {.slopes = false});
    CHECK(SameBits(RenderImage(with, Map::kValue), RenderImage(without, Map::kValue)));
    CHECK(SameBits(RenderImage(with, Map::kHeight), RenderImage(without, Map::kHeight)));

    const std::vector<Vec3> points = RandomPoints(random, 300, 20);
    const auto sample = [&](bool slopes) {
      return Sample(
          Program::Compile(recipe, {.positions = CompileOptions::kPoints, .slopes = slopes}),
          points, slopes);
    };
    CHECK(SameBits(sample(true).value, sample(false).value));
  });
}

TEST_CASE("a point's result depends only on the point, not on its batch") {
  ForEachRecipe(8, Wishes(108, 30, 64, 48), [](const Recipe& recipe, Random& random) {
    const Program program = Program::Compile(recipe, {.positions = CompileOptions::kPoints});
    const std::vector<Vec3> points = RandomPoints(random, 600, 5);
    const Points all = Sample(program, points);
    std::size_t first = 0;
    while (first < points.size()) {
      const auto max_count =
          static_cast<std::size_t>(random.Chance(0.7) ? 1 : random.Integer(2, 300));
      const std::size_t n = std::min(max_count, points.size() - first);
      INFO("points ", first, " to ", first + n);
      const Points batch = Sample(program, std::span(points).subspan(first, n));
      CHECK(SameBits(batch.value, std::span(all.value).subspan(first, n)));
      CHECK(SameBits(batch.dx, std::span(all.dx).subspan(first, n)));
      CHECK(SameBits(batch.dy, std::span(all.dy).subspan(first, n)));
      CHECK(SameBits(batch.dz, std::span(all.dz).subspan(first, n)));
      first += n;
    }
  });
}

}  // namespace
}  // namespace cobble::test
