// Tests CutTiles: tiles cover the window exactly, or share one pixel.
#include "jobs/series/tiles.h"

#include <doctest/doctest.h>

#include <vector>

#include "unit/output/files.h"

namespace cobble {
namespace {

std::string TilesFault(const Window& window, const TileGrid& grid) {
  return ErrorOf([&] { CutTiles(window, grid); });
}

TEST_CASE("tiles cover the window once, row by row from the top") {
  const Window window{-7, 100, 12, 10};
  const auto tiles = CutTiles(window, {.columns = 4, .rows = 2});
  REQUIRE(tiles.size() == 8);
  std::vector<int> covered(12 * 10);
  for (std::size_t k = 0; k < tiles.size(); ++k) {
    const auto& [x, y, part] = tiles[k];
    CHECK(x == static_cast<int64_t>(k) % 4);
    CHECK(y == static_cast<int64_t>(k) / 4);
    CHECK(part == Window{-7 + 3 * x, 100 + 5 * y, 3, 5});
    for (int64_t row = part.y; row < part.y + part.height; ++row)
      for (int64_t column = part.x; column < part.x + part.width; ++column)
        ++covered[static_cast<std::size_t>((row - window.y) * 12 + column - window.x)];
  }
  for (const int count : covered) CHECK(count == 1);
}

TEST_CASE("with an overlap, neighbours share one row or column and the last reaches the edge") {
  const auto tiles = CutTiles({0, 0, 9, 13}, {.columns = 4, .rows = 3, .overlap = 1});
  REQUIRE(tiles.size() == 12);
  CHECK(tiles[0].window == Window{0, 0, 3, 5});
  CHECK(tiles[1].window == Window{2, 0, 3, 5});
  CHECK(tiles[4].window == Window{0, 4, 3, 5});
  CHECK(tiles[11].window == Window{6, 8, 3, 5});
}

TEST_CASE("one tile is the window, and as many tiles as pixels are pixels") {
  CHECK(CutTiles({3, 4, 5, 6}, {}).front().window == Window{3, 4, 5, 6});
  CHECK(CutTiles({3, 4, 5, 6}, {.overlap = 1}).front().window == Window{3, 4, 5, 6});
  CHECK(CutTiles({0, 0, 5, 6}, {.columns = 5, .rows = 6}).back().window == Window{4, 5, 1, 1});
}

TEST_CASE("a number of tiles that does not divide is refused, with the nearest that do") {
  CHECK(TilesFault({0, 0, 512, 512}, {.columns = 6, .rows = 1}) ==
        "2 tiles: 6 tiles do not divide the width of 512 pixels; use 4 or 8 tiles");
  CHECK(TilesFault({0, 0, 512, 500}, {.columns = 1, .rows = 3}) ==
        "2 tiles: 3 tiles do not divide the height of 500 pixels; use 2 or 4 tiles");
  CHECK(TilesFault({0, 0, 7, 7}, {.columns = 3, .rows = 1}) ==
        "2 tiles: 3 tiles do not divide the width of 7 pixels; use 7 tiles");
  CHECK(TilesFault({0, 0, 4, 4}, {.columns = 5, .rows = 1}) ==
        "2 tiles: 5 tiles do not divide the width of 4 pixels; use 4 tiles");
  CHECK(TilesFault({0, 0, 1, 1}, {.columns = 2, .rows = 1}) ==
        "2 tiles: 2 tiles do not divide the width of 1 pixel");
  CHECK(TilesFault({0, 0, 60, 60}, {.columns = 7, .rows = 8}) ==
        "2 tiles: 7 tiles do not divide the width of 60 pixels; use 6 or 10 tiles\n"
        "tiles: 8 tiles do not divide the height of 60 pixels; use 6 or 10 tiles");
}

TEST_CASE("with an overlap, the hint also names a size that fits") {
  CHECK(TilesFault({0, 0, 512, 513}, {.columns = 8, .rows = 8, .overlap = 1}) ==
        "2 tiles: 8 tiles do not divide the width of 512 pixels less 1, the overlap; use 7 or "
        "73 tiles, or a width of 513 pixels");
  CHECK(TilesFault({0, 0, 513, 6}, {.columns = 8, .rows = 8, .overlap = 1}) ==
        "2 tiles: 8 tiles do not divide the height of 6 pixels less 1, the overlap; use 5 "
        "tiles, or a height of 9 pixels");
  CHECK(TilesFault({0, 0, 1, 9}, {.columns = 2, .rows = 1, .overlap = 1}) ==
        "2 tiles: 2 tiles do not divide the width of 1 pixel less 1, the overlap; use a width "
        "of 3 pixels");
  CHECK(
      TilesFault({0, 0, 1, 9}, {.columns = 1, .rows = 1, .overlap = 1}) ==
      "2 tiles: 1 tile does not divide the width of 1 pixel less 1, the overlap; use a width of 2 "
      "pixels");
}

TEST_CASE("the number of tiles is limited") {
  CHECK(CutTiles({0, 0, 1000, 100}, {.columns = 1000, .rows = 100}).size() == 100'000);
  CHECK(TilesFault({0, 0, 1000, 101}, {.columns = 1000, .rows = 101}) ==
        "4 tiles: 1000 x 101 exceeds the limit of 100000 tiles");
}

}  // namespace
}  // namespace cobble
