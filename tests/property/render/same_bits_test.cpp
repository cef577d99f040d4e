// A sample is a pure function of recipe and index: levels, threads, tiles, windows, maps and
// groups of points never change a bit of it. Across compilers and machines: golden/checksums_test.
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

constexpr Map kMaps[] = {Map::kValue, Map::kHeight, Map::kSlope, Map::kNormal};

TEST_CASE("pictures are the same bits on every SIMD level") {
  ForEachRecipe(1, MixedWishes(108, 30, 83, 21), [](const Recipe& recipe, Random&) {
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

TEST_CASE("points are the same bits on every SIMD level") {
  ForEachRecipe(2, MixedWishes(120, 30, 64, 48), [](const Recipe& recipe, Random& random) {
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

// One way to make a picture, or a piece of it.
struct Way {
  std::string level;
  int threads, tile_columns;
  std::size_t window;  // of WindowsIn
};

// As many bands of rows as the most threads, 2^15 pixels each: all of the plane that is looked at.
constexpr Window kAround{-31, -47, 256, 7 * 128};

// That, pieces of it, a column and a row.
std::vector<Window> WindowsIn(Random& random) {
  const int64_t x = random.Whole(kAround.x, kAround.width - 90);
  const int64_t y = random.Whole(kAround.y, kAround.height - 110);
  return {kAround,
          {0, 0, 200, 17},
          {x, y, random.Whole(2, 53), random.Whole(2, 53)},
          {x, y, 1, 60},
          {kAround.x, y, kAround.width, 1}};
}

// Every level with every number of threads, width of tiles and window, in no order.
std::vector<Way> AllWays(Random& random) {
  std::vector<Way> ways;
  for (const std::string& level : RunningLevels())
    for (const int threads : {1, 2, 3, 7})
      for (const int columns : {0, 1, 7, 33, 200})
        for (std::size_t window = 0; window < 5; ++window)
          ways.push_back({level, threads, columns, window});
  for (std::size_t k = ways.size(); k-- > 1;)
    std::swap(ways[k], ways[static_cast<std::size_t>(random.Whole(0, static_cast<int64_t>(k)))]);
  return ways;
}

// The long form makes every recipe in every way, the short one a third of the ways once.
TEST_CASE("the matrix: same bits whatever the level, the threads, the tiles and the window") {
  const std::vector<Map> maps{Map::kValue, Map::kSlope, Map::kNormal};
  Random shuffle(9);
  const std::vector<Way> ways = AllWays(shuffle);
  const int recipes = IsLongForm() ? 144 : 12;
  const std::size_t share = IsLongForm() ? ways.size() : ways.size() / 36;
  std::size_t next = 0;
  ForEachRecipe(3, MixedWishes(recipes, 6, 256, 256), [&](const Recipe& recipe, Random& random) {
    const std::vector<Window> windows = WindowsIn(random);
    const Image around =
        RenderMaps(Program::Compile(recipe), maps, {.window = kAround, .threads = 1});
    for (std::size_t k = 0; k < share; ++k, ++next) {
      const Way& way = ways[next % ways.size()];
      const Window& window = windows[way.window];
      INFO(way.level, ", ", way.threads, " threads, tiles of ", way.tile_columns, ", window ",
           window.x, ", ", window.y, ", ", window.width, ", ", window.height);
      const Image got =
          RenderMaps(Program::Compile(recipe, {.simd = way.level}), maps,
                     {.window = window, .threads = way.threads, .tile_columns = way.tile_columns});
      CHECK(SameBits(got, Crop(around, window.x - kAround.x, window.y - kAround.y, window.width,
                               window.height)));
    }
  });
}

TEST_CASE("pictures are the same bits in tiles of any width") {
  ForEachRecipe(4, MixedWishes(72, 30, 600, 5), [](const Recipe& recipe, Random&) {
    const Program program = Program::Compile(recipe);
    for (const Map map : {Map::kValue, Map::kSlope}) {
      const Image usual = RenderImage(program, map);
      for (const int columns : {1, 7, 16, 33, 100, 256, 700}) {
        INFO("map ", Name(map), ", tiles of ", columns);
        CHECK(SameBits(RenderImage(program, map, {.tile_columns = columns}), usual));
      }
    }
  });
}

// The value and the normal of every pixel of the window.
Image RenderWindow(const Program& program, const Window& window) {
  const Image value = RenderImage(program, Map::kValue, {.window = window});
  const Image normal = RenderImage(program, Map::kNormal, {.window = window});
  Image both{value.width, value.height, 4, {}};
  for (std::size_t k = 0; k < value.samples.size(); ++k) {
    both.samples.push_back(value.samples[k]);
    both.samples.insert(both.samples.end(), {normal.samples[3 * k], normal.samples[3 * k + 1],
                                             normal.samples[3 * k + 2]});
  }
  return both;
}

TEST_CASE("a window holds what the whole picture would hold") {
  ForEachRecipe(5, MixedWishes(108, 30, 90, 70), [](const Recipe& recipe, Random& random) {
    const Program program = Program::Compile(recipe);
    const Image whole = RenderWindow(program, {0, 0, 90, 70});
    CHECK(whole.width == 90);
    CHECK(whole.height == 70);
    for (int k = 0; k < 5; ++k) {
      const int64_t x = random.Whole(0, 89), y = random.Whole(0, 69);
      const Window window{x, y, random.Whole(1, 90 - x), random.Whole(1, 70 - y)};
      INFO("window ", x, ", ", y, ", ", window.width, ", ", window.height);
      CHECK(
          SameBits(RenderWindow(program, window), Crop(whole, x, y, window.width, window.height)));
    }
  });
}

TEST_CASE("windows beyond the picture agree with each other and with the picture") {
  ForEachRecipe(6, MixedWishes(108, 30, 90, 70), [](const Recipe& recipe, Random& random) {
    const Program program = Program::Compile(recipe);
    const Image whole = RenderWindow(program, {0, 0, 90, 70});
    const Image around = RenderWindow(program, {-7, -33, 110, 130});
    CHECK(SameBits(Crop(around, 7, 33, 90, 70), whole));

    for (const int64_t reach : {int64_t{500}, int64_t{100'000}, int64_t{50'000'000}}) {
      const int64_t x = random.Whole(-reach, reach), y = random.Whole(-reach, reach);
      INFO("window at ", x, ", ", y);
      const Image far = RenderWindow(program, {x, y, 70, 12});
      CHECK(SameBits(RenderWindow(program, {x + 13, y + 5, 41, 7}), Crop(far, 13, 5, 41, 7)));
      CHECK(SameBits(RenderWindow(program, {x + 69, y + 11, 1, 1}), Crop(far, 69, 11, 1, 1)));
    }
  });
}

TEST_CASE("values are the same bits with and without slopes") {
  ForEachRecipe(7, MixedWishes(108, 30, 83, 21), [](const Recipe& recipe, Random& random) {
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

TEST_CASE("a point's result depends on nothing but the point") {
  ForEachRecipe(8, MixedWishes(108, 30, 64, 48), [](const Recipe& recipe, Random& random) {
    const Program program = Program::Compile(recipe, {.positions = CompileOptions::kPoints});
    const std::vector<Vec3> points = RandomPoints(random, 600, 5);
    const Points all = Sample(program, points);
    std::size_t first = 0;
    while (first < points.size()) {
      const auto many = static_cast<std::size_t>(random.Chance(0.7) ? 1 : random.Whole(2, 300));
      const std::size_t n = std::min(many, points.size() - first);
      INFO("points ", first, " to ", first + n);
      const Points some = Sample(program, std::span(points).subspan(first, n));
      CHECK(SameBits(some.value, std::span(all.value).subspan(first, n)));
      CHECK(SameBits(some.dx, std::span(all.dx).subspan(first, n)));
      CHECK(SameBits(some.dy, std::span(all.dy).subspan(first, n)));
      CHECK(SameBits(some.dz, std::span(all.dz).subspan(first, n)));
      first += n;
    }
  });
}

}  // namespace
}  // namespace cobble::test
