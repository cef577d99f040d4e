// Tests ChunkGrid against grids whose chunks are all listed and sorted by their Morton codes.
#include "stores/chunk_grid.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "unit/output/files.h"

namespace cobble {
namespace {

using Chunks = std::vector<ChunkIndex>;

constexpr int64_t kBillions = int64_t{1} << 31;

// The bits of row and column, interleaved.
uint64_t MortonCode(const ChunkIndex& chunk) {
  uint64_t code = 0;
  for (int bit = 0; bit < 32; ++bit) {
    code |= static_cast<uint64_t>(chunk.row >> bit & 1) << (2 * bit + 1);
    code |= static_cast<uint64_t>(chunk.column >> bit & 1) << (2 * bit);
  }
  return code;
}

bool IsBefore(const ChunkIndex& a, const ChunkIndex& b) { return MortonCode(a) < MortonCode(b); }

// All chunks of a level, in Z-order.
Chunks SortedChunks(const ChunkGrid& grid, int level) {
  Chunks chunks;
  for (int64_t row = 0; row < grid.RowsOf(level); ++row)
    for (int64_t column = 0; column < grid.ColumnsOf(level); ++column)
      chunks.push_back({level, row, column});
  std::ranges::sort(chunks, IsBefore);
  return chunks;
}

void Append(const Chunks& more, Chunks* chunks) {
  chunks->insert(chunks->end(), more.begin(), more.end());
}

template <class Check>
void ForSmallGrids(const Check& check) {
  for (int64_t rows = 1; rows <= 9; ++rows)
    for (int64_t columns = 1; columns <= 9; ++columns) {
      CAPTURE(rows);
      CAPTURE(columns);
      check(ChunkGrid(columns, rows, 1, 5));
      check(ChunkGrid(4 * columns - 3, 4 * rows - 1, 4, 5));
    }
}

struct BigGrid {
  int64_t width, height, side;
  int levels;
};

const BigGrid kBigGrids[] = {
    {1048576, 1048576, 2048, 10},
    {kBillions, 1, 1, 31},
    {1, kBillions, 1, 31},
    {46341, 46341, 1, 16},
    {kBillions, kBillions, 1, 31},
    {kBillions, 3, 1, 31},
    {kBillions - 1, kBillions, 1, 5},
    {7999999, 8000000, 2048, 12},
    {1000003, 37, 5, 8},
    {kBillions, kBillions, 65536, 4},
    {kBillions, 12345678, 1023, 9},
};

// Calls check(grid) for grids with too many chunks to list.
template <class Check>
void ForBigGrids(const Check& check) {
  for (const BigGrid& big : kBigGrids) {
    CAPTURE(big.width);
    CAPTURE(big.height);
    CAPTURE(big.side);
    check(ChunkGrid(big.width, big.height, big.side, big.levels));
  }
}

int64_t AnyBelow(int64_t end, std::mt19937_64* random) {
  return std::uniform_int_distribution<int64_t>(0, end - 1)(*random);
}

ChunkIndex AnyChunk(const ChunkGrid& grid, std::mt19937_64* random) {
  return {0, AnyBelow(grid.RowsOf(0), random), AnyBelow(grid.ColumnsOf(0), random)};
}

TEST_CASE("each level has half the pixels of the one before, rounded up") {
  for (int64_t width = 1; width <= 40; ++width) {
    const ChunkGrid grid(width, 41 - width, 3, 8);
    CHECK(grid.levels() == 9);
    int64_t w = width, h = 41 - width;
    for (int level = 0; level <= 8; ++level, w = (w + 1) / 2, h = (h + 1) / 2) {
      CHECK(grid.WidthOf(level) == w);
      CHECK(grid.HeightOf(level) == h);
      CHECK(grid.ChunksOf(level) == ((w + 2) / 3) * ((h + 2) / 3));
    }
  }
}

TEST_CASE("the windows of a level's chunks cover each pixel once") {
  for (int64_t side = 1; side <= 5; ++side)
    for (int64_t width = 1; width <= 9; ++width)
      for (int64_t height = 1; height <= 9; ++height) {
        const ChunkGrid grid(width, height, side, 3);
        for (int level = 0; level <= 3; ++level) {
          const int64_t w = grid.WidthOf(level), h = grid.HeightOf(level);
          std::vector<int> covered(static_cast<std::size_t>(w * h));
          for (const ChunkIndex& chunk : SortedChunks(grid, level)) {
            const Window window = grid.WindowOf(chunk);
            CHECK(window.x == chunk.column * side);
            CHECK(window.y == chunk.row * side);
            REQUIRE(window.x + window.width <= w);
            REQUIRE(window.y + window.height <= h);
            for (int64_t y = window.y; y < window.y + window.height; ++y)
              for (int64_t x = window.x; x < window.x + window.width; ++x)
                ++covered[static_cast<std::size_t>(y * w + x)];
          }
          CHECK(std::ranges::all_of(covered, [](int count) { return count == 1; }));
        }
      }
}

TEST_CASE("shards cut the chunks in Z-order into runs of nearly equal length") {
  ForSmallGrids([](const ChunkGrid& grid) {
    const Chunks all = SortedChunks(grid, 0);
    const auto chunks = static_cast<int64_t>(all.size());
    for (int64_t shards = 1; shards <= 20; ++shards) {
      CAPTURE(shards);
      Chunks found;
      for (int64_t shard = 0; shard < shards; ++shard) {
        const Chunks here = grid.ChunksOfShard(shard, shards);
        const auto size = static_cast<int64_t>(here.size());
        CHECK(size == grid.ChunkCountOfShard(shard, shards));
        CHECK(size >= chunks / shards);
        CHECK(size <= (chunks + shards - 1) / shards);
        for (const ChunkIndex& chunk : here) CHECK(grid.ShardOf(chunk, shards) == shard);
        Append(here, &found);
      }
      CHECK(found == all);
      CHECK(grid.ChunkCountOfShard(shards - 1, shards) == (chunks + shards - 1) / shards);
    }
  });
}

TEST_CASE("the ancestors of a shard are the chunks that cover its chunks, each once") {
  ForSmallGrids([](const ChunkGrid& grid) {
    for (int level = 0; level < grid.levels(); ++level)
      for (int64_t shards = 1; shards <= 20; ++shards) {
        CAPTURE(level);
        CAPTURE(shards);
        Chunks found;
        for (int64_t shard = 0; shard < shards; ++shard) {
          Chunks expected;
          for (ChunkIndex chunk : grid.ChunksOfShard(shard, shards)) {
            for (int k = 0; k < level; ++k) chunk = ChunkGrid::ParentOf(chunk);
            if (std::ranges::find(expected, chunk) == expected.end()) expected.push_back(chunk);
          }
          const Chunks here = grid.AncestorsOfShard(level, shard, shards);
          CHECK(here == expected);
          CHECK(std::ranges::is_sorted(here, IsBefore));
          Append(here, &found);
        }
        // Neighbouring shards may share ancestors.
        found.erase(std::unique(found.begin(), found.end()), found.end());
        CHECK(found == SortedChunks(grid, level));
      }
  });
}

TEST_CASE("the parts of a chunk are the chunks whose parent it is, row by row") {
  ForSmallGrids([](const ChunkGrid& grid) {
    for (int level = 1; level < grid.levels(); ++level) {
      Chunks found;
      for (const ChunkIndex& chunk : SortedChunks(grid, level)) {
        const Chunks parts = grid.PartsOf(chunk);
        CHECK(parts.size() >= 1);
        CHECK(parts.size() <= 4);
        CHECK(std::ranges::is_sorted(parts));  // by row, then by column
        Window covered = grid.WindowOf(parts.front());
        for (const ChunkIndex& part : parts) {
          CHECK(ChunkGrid::ParentOf(part) == chunk);
          const Window window = grid.WindowOf(part);
          covered.width = window.x + window.width - covered.x;
          covered.height = window.y + window.height - covered.y;
        }
        // The chunk has half the pixels of its parts.
        const Window window = grid.WindowOf(chunk);
        CHECK(window == Window{covered.x / 2, covered.y / 2, (covered.width + 1) / 2,
                               (covered.height + 1) / 2});
        Append(parts, &found);
      }
      std::ranges::sort(found, IsBefore);
      CHECK(found == SortedChunks(grid, level - 1));
    }
  });
}

// With as many shards as chunks, a shard is a chunk, numbered by its place in the Z-order.
TEST_CASE("in big grids, the order is that of Morton codes") {
  ForBigGrids([](const ChunkGrid& grid) {
    std::mt19937_64 random(1);
    const int64_t chunks = grid.ChunksOf(0);
    CHECK(grid.ChunksOfShard(0, chunks) == Chunks{{0, 0, 0}});
    CHECK(grid.ChunksOfShard(chunks - 1, chunks) ==
          Chunks{{0, grid.RowsOf(0) - 1, grid.ColumnsOf(0) - 1}});
    for (int k = 0; k < 300; ++k) {
      const ChunkIndex a = AnyChunk(grid, &random), b = AnyChunk(grid, &random);
      const int64_t place = grid.ShardOf(a, chunks);
      CHECK(grid.ChunksOfShard(place, chunks) == Chunks{a});
      CHECK((place < grid.ShardOf(b, chunks)) == IsBefore(a, b));
    }
  });
}

TEST_CASE("in a grid of 2^31 x 2^31 chunks, places are Morton codes") {
  std::mt19937_64 random(2);
  const ChunkGrid grid(kBillions, kBillions, 1, 0);
  REQUIRE(grid.ChunksOf(0) == int64_t{1} << 62);
  for (int k = 0; k < 300; ++k) {
    const ChunkIndex chunk = AnyChunk(grid, &random);
    CHECK(static_cast<uint64_t>(grid.ShardOf(chunk, grid.ChunksOf(0))) == MortonCode(chunk));
  }
}

TEST_CASE("in big grids, the shards follow one another and know their chunks") {
  ForBigGrids([](const ChunkGrid& grid) {
    std::mt19937_64 random(3);
    const int64_t chunks = grid.ChunksOf(0);
    const int64_t shards = chunks / 150 + 1;
    for (int k = 0; k < 30; ++k) {
      const int64_t shard = AnyBelow(shards, &random);
      const Chunks here = grid.ChunksOfShard(shard, shards);
      REQUIRE(!here.empty());
      CHECK(std::ranges::is_sorted(here, IsBefore));
      const int64_t first = grid.ShardOf(here.front(), chunks);
      for (std::size_t place = 0; place < here.size(); ++place) {
        CHECK(grid.ShardOf(here[place], shards) == shard);
        CHECK(grid.ShardOf(here[place], chunks) == first + static_cast<int64_t>(place));
      }
      if (shard + 1 == shards) continue;
      const Chunks next = grid.ChunksOfShard(shard + 1, shards);
      CHECK(grid.ShardOf(next.front(), chunks) == first + static_cast<int64_t>(here.size()));
    }
  });
}

TEST_CASE("in big grids, the ancestors of shards are those of their chunks") {
  ForBigGrids([](const ChunkGrid& grid) {
    std::mt19937_64 random(4);
    const int64_t shards = grid.ChunksOf(0) / 150 + 1;
    for (int k = 0; k < 20; ++k) {
      const int64_t shard = AnyBelow(shards, &random);
      const int level = static_cast<int>(AnyBelow(grid.levels(), &random));
      Chunks expected;
      for (ChunkIndex chunk : grid.ChunksOfShard(shard, shards)) {
        for (int step = 0; step < level; ++step) chunk = ChunkGrid::ParentOf(chunk);
        if (expected.empty() || expected.back() != chunk) expected.push_back(chunk);
      }
      CHECK(grid.AncestorsOfShard(level, shard, shards) == expected);
    }
  });
}

TEST_CASE("many shards may be empty") {
  const ChunkGrid grid(3, 2, 1, 2);
  constexpr int64_t kShards = INT64_MAX;
  CHECK(grid.ChunksOfShard(0, kShards).empty());
  CHECK(grid.AncestorsOfShard(1, 0, kShards).empty());
  CHECK(grid.ChunksOfShard(kShards - 1, kShards) == Chunks{{0, 1, 2}});
  CHECK(grid.ShardOf({0, 1, 2}, kShards) == kShards - 1);
  for (const ChunkIndex& chunk : SortedChunks(grid, 0))
    CHECK(grid.ChunksOfShard(grid.ShardOf(chunk, kShards), kShards) == Chunks{chunk});
}

TEST_CASE("what does not exist is an error") {
  const auto error = [](const std::string& where, const std::string& range) {
    return "2 " + where + ": must be from " + range;
  };
  const auto made = [](int64_t width, int64_t height, int64_t side, int levels) {
    return ErrorOf([&] { ChunkGrid(width, height, side, levels); });
  };
  CHECK(made(kBillions, kBillions, kBillions - 1, 31) == "none");
  CHECK(made(0, 1, 1, 0) == error("width", "1 to 2147483648, got 0"));
  CHECK(made(1, kBillions + 1, 1, 0) == error("height", "1 to 2147483648, got 2147483649"));
  CHECK(made(1, 1, 0, 0) == error("chunk", "1 to 2147483647, got 0"));
  CHECK(made(1, 1, kBillions, 0) == error("chunk", "1 to 2147483647, got 2147483648"));
  CHECK(made(1, 1, 1, 32) == error("levels", "0 to 31, got 32"));

  const ChunkGrid grid(40, 30, 10, 2);
  const auto of = [&](const auto& action) { return ErrorOf([&] { action(grid); }); };
  const auto window = [&](const ChunkIndex& chunk) {
    return ErrorOf([&] { grid.WindowOf(chunk); });
  };
  CHECK(of([](const ChunkGrid& g) { g.WidthOf(3); }) == error("level", "0 to 2, got 3"));
  CHECK(of([](const ChunkGrid& g) { g.ChunksOf(-1); }) == error("level", "0 to 2, got -1"));
  CHECK(window({0, 3, 0}) == error("chunk row", "0 to 2, got 3"));
  CHECK(window({1, 0, 2}) == error("chunk column", "0 to 1, got 2"));
  CHECK(window({0, 0, -1}) == error("chunk column", "0 to 3, got -1"));
  CHECK(window({3, 0, 0}) == error("level", "0 to 2, got 3"));
  CHECK(of([](const ChunkGrid& g) { g.PartsOf({0, 0, 0}); }) == error("level", "0 to 2, got -1"));
  CHECK(of([](const ChunkGrid& g) {
          g.PartsOf({1, 2, 0});
        }) == error("chunk row", "0 to 1, got 2"));
  CHECK(of([](const ChunkGrid& g) { g.ShardOf({1, 0, 0}, 1); }) == error("level", "0 to 0, got 1"));
  CHECK(of([](const ChunkGrid& g) {
          g.ShardOf({0, 0, 4}, 1);
        }) == error("chunk column", "0 to 3, got 4"));
}

TEST_CASE("shards that do not exist, or have too many chunks, are errors") {
  const ChunkGrid grid(40, 30, 10, 2);
  CHECK(ErrorOf([&] { grid.ChunksOfShard(0, 0); }) ==
        "2 shards: must be from 1 to 9223372036854775807, got 0");
  CHECK(ErrorOf([&] {
          grid.ShardOf({0, 0, 0}, 0);
        }) == "2 shards: must be from 1 to 9223372036854775807, got 0");
  CHECK(ErrorOf([&] { grid.ChunksOfShard(5, 5); }) == "2 shard: must be from 0 to 4, got 5");
  CHECK(ErrorOf([&] { grid.ChunkCountOfShard(-1, 5); }) == "2 shard: must be from 0 to 4, got -1");
  CHECK(ErrorOf([&] { grid.AncestorsOfShard(3, 0, 5); }) == "2 level: must be from 0 to 2, got 3");
  CHECK(ErrorOf([&] { grid.AncestorsOfShard(1, 5, 5); }) == "2 shard: must be from 0 to 4, got 5");
  const ChunkGrid huge(kBillions, kBillions, 1, 0);
  CHECK(ErrorOf([&] { huge.ChunksOfShard(0, 1); }) == "4 a size is too large for this machine");
}

}  // namespace
}  // namespace cobble
