// Implements ChunkGrid.
// Based on: G. M. Morton, A Computer Oriented Geodetic Data Base and a New Technique in File
// Sequencing, 1966 (Z-order).
#include "stores/chunk_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "cobble/error.h"
#include "core/size.h"
#include "core/window.h"

namespace cobble {
namespace {

constexpr int64_t kMaxSide = int64_t{1} << 31;

int64_t CeilDivide(int64_t a, int64_t b) { return a / b + (a % b != 0); }

// A square of 2^bits x 2^bits cells at (row, column), multiples of 2^bits.
struct Block {
  int bits;
  int64_t row, column;
};

// The cells of a grid in Z-order. A cell's rank follows from the number of cells in whole
// quadrants, clipped to the grid.
class ZOrder {
 public:
  // In: 1 to 2^31 rows and columns, so that numbers of cells have 62 bits.
  ZOrder(int64_t rows, int64_t columns)
      : rows_(rows),
        columns_(columns),
        root_{static_cast<int>(std::bit_width(static_cast<uint64_t>(std::max(rows, columns) - 1))),
              0, 0} {}

  int64_t RankOf(int64_t row, int64_t column) const {
    int64_t rank = 0;
    for (Block block = root_; block.bits > 0;) {
      const int bit = block.bits - 1;
      const int target = static_cast<int>((row >> bit & 1) * 2 + (column >> bit & 1));
      for (int q = 0; q < target; ++q) rank += CountOf(QuadrantOf(block, q));
      block = QuadrantOf(block, target);
    }
    return rank;
  }

  // Calls visit(row, column) for the cells of ranks first to end - 1, in order.
  template <typename Visit>
  void ForRange(int64_t first, int64_t end, const Visit& visit) const {
    Walk(root_, 0, first, end, visit);
  }

 private:
  // Returns the number of the block's cells that are in the grid.
  int64_t CountOf(const Block& block) const {
    const int64_t side = int64_t{1} << block.bits;
    const int64_t rows = std::clamp<int64_t>(rows_ - block.row, 0, side);
    return rows * std::clamp<int64_t>(columns_ - block.column, 0, side);
  }
  // Quadrants 0 to 3, row by row.
  static Block QuadrantOf(const Block& block, int quadrant) {
    const int64_t half = int64_t{1} << (block.bits - 1);
    return {block.bits - 1, block.row + quadrant / 2 * half, block.column + quadrant % 2 * half};
  }

  // In: rank, of the block's first cell.
  template <typename Visit>
  void Walk(const Block& block, int64_t rank, int64_t first, int64_t end,
            const Visit& visit) const {
    const int64_t count = CountOf(block);
    if (count == 0 || rank + count <= first || rank >= end) return;
    if (block.bits == 0) return visit(block.row, block.column);
    for (int q = 0; q < 4; ++q) {
      const Block quadrant = QuadrantOf(block, q);
      Walk(quadrant, rank, first, end, visit);
      rank += CountOf(quadrant);
    }
  }

  int64_t rows_, columns_;
  Block root_;
};

__extension__ using Wide = __int128;  // not in ISO C++

// Returns floor(a * b / c), whose product may exceed 64 bits.
int64_t Proportion(int64_t a, int64_t b, int64_t c) {
  return static_cast<int64_t>(Wide{a} * b / c);
}

void CheckRange(const char* option, int64_t value, int64_t min, int64_t max) {
  if (min <= value && value <= max) return;
  throw Error::At(ErrorKind::kUsage, option,
                  fmt::format("must be from {} to {}, got {}", min, max, value));
}

// The ranks of a shard's chunks: first to end - 1.
struct Ranks {
  int64_t first, end;
};

Ranks RanksOf(int64_t chunks, int64_t shard, int64_t shards) {
  CheckRange("shards", shards, 1, INT64_MAX);
  CheckRange("shard", shard, 0, shards - 1);
  return {Proportion(chunks, shard, shards), Proportion(chunks, shard + 1, shards)};
}

}  // namespace

ChunkGrid::ChunkGrid(int64_t width, int64_t height, int64_t side, int coarse_levels)
    : width_(width), height_(height), side_(side), coarse_levels_(coarse_levels) {
  CheckRange("width", width, 1, kMaxSide);
  CheckRange("height", height, 1, kMaxSide);
  CheckRange("chunk", side, 1, kMaxWindowSide);
  CheckRange("levels", coarse_levels, 0, kMaxCoarseLevels);
}

void ChunkGrid::CheckLevel(int level) const { CheckRange("level", level, 0, coarse_levels_); }

void ChunkGrid::CheckChunk(const ChunkIndex& chunk) const {
  CheckRange("chunk row", chunk.row, 0, RowsOf(chunk.level) - 1);
  CheckRange("chunk column", chunk.column, 0, ColumnsOf(chunk.level) - 1);
}

int64_t ChunkGrid::WidthOf(int level) const {
  CheckLevel(level);
  return CeilDivide(width_, int64_t{1} << level);
}

int64_t ChunkGrid::HeightOf(int level) const {
  CheckLevel(level);
  return CeilDivide(height_, int64_t{1} << level);
}

int64_t ChunkGrid::ColumnsOf(int level) const { return CeilDivide(WidthOf(level), side_); }
int64_t ChunkGrid::RowsOf(int level) const { return CeilDivide(HeightOf(level), side_); }
int64_t ChunkGrid::ChunksOf(int level) const { return ColumnsOf(level) * RowsOf(level); }

Window ChunkGrid::WindowOf(const ChunkIndex& chunk) const {
  CheckChunk(chunk);
  const int64_t x = chunk.column * side_, y = chunk.row * side_;
  return {x, y, std::min(side_, WidthOf(chunk.level) - x),
          std::min(side_, HeightOf(chunk.level) - y)};
}

int64_t ChunkGrid::ChunkCountOfShard(int64_t shard, int64_t shards) const {
  const Ranks ranks = RanksOf(ChunksOf(0), shard, shards);
  return ranks.end - ranks.first;
}

std::vector<ChunkIndex> ChunkGrid::ChunksOfShard(int64_t shard, int64_t shards) const {
  const Ranks ranks = RanksOf(ChunksOf(0), shard, shards);
  return ChunksOfRanks(0, ranks.first, ranks.end);
}

std::vector<ChunkIndex> ChunkGrid::ChunksOfRanks(int level, int64_t first, int64_t end) const {
  const Size count = end - first;
  std::vector<ChunkIndex> found;
  found.reserve((count * Size(sizeof(ChunkIndex))).bytes() / sizeof(ChunkIndex));
  ZOrder(RowsOf(level), ColumnsOf(level)).ForRange(first, end, [&](int64_t row, int64_t column) {
    found.push_back({level, row, column});
  });
  return found;
}

// Shard s begins at floor(chunks s / shards), which is at most rank r if and only if
// chunks s < (r + 1) shards. The chunk is in the last such shard.
int64_t ChunkGrid::ShardOf(const ChunkIndex& chunk, int64_t shards) const {
  CheckRange("level", chunk.level, 0, 0);
  CheckChunk(chunk);
  CheckRange("shards", shards, 1, INT64_MAX);
  const int64_t rank = ZOrder(RowsOf(0), ColumnsOf(0)).RankOf(chunk.row, chunk.column);
  return static_cast<int64_t>((Wide{rank + 1} * shards - 1) / ChunksOf(0));
}

ChunkIndex ChunkGrid::ParentOf(const ChunkIndex& chunk) {
  return {chunk.level + 1, chunk.row / 2, chunk.column / 2};
}

std::vector<ChunkIndex> ChunkGrid::PartsOf(const ChunkIndex& chunk) const {
  const int level = chunk.level - 1;
  CheckLevel(level);
  CheckChunk(chunk);
  const int64_t row_end = std::min(2 * chunk.row + 2, RowsOf(level));
  const int64_t column_end = std::min(2 * chunk.column + 2, ColumnsOf(level));
  std::vector<ChunkIndex> parts;
  for (int64_t row = 2 * chunk.row; row < row_end; ++row)
    for (int64_t column = 2 * chunk.column; column < column_end; ++column)
      parts.push_back({level, row, column});
  return parts;
}

// A coarse chunk covers consecutive ranks of level 0, in the same order. So a shard's ancestors
// have consecutive ranks too, from the ancestor of its first chunk to that of its last.
std::vector<ChunkIndex> ChunkGrid::AncestorsOfShard(int level, int64_t shard,
                                                    int64_t shards) const {
  CheckLevel(level);
  const Ranks ranks = RanksOf(ChunksOf(0), shard, shards);
  if (ranks.first == ranks.end) return {};
  const ZOrder finest(RowsOf(0), ColumnsOf(0)), coarse(RowsOf(level), ColumnsOf(level));
  const auto rank_of_ancestor = [&](int64_t rank) {
    int64_t found = 0;
    finest.ForRange(rank, rank + 1, [&](int64_t row, int64_t column) {
      found = coarse.RankOf(row >> level, column >> level);
    });
    return found;
  };
  return ChunksOfRanks(level, rank_of_ancestor(ranks.first), rank_of_ancestor(ranks.end - 1) + 1);
}

}  // namespace cobble
