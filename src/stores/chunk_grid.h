// How a picture and its coarser levels are cut into chunks, and the chunks into shards.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "cobble/image.h"

namespace cobble {

// The largest picture, halved so often, is 1 pixel.
inline constexpr int kMaxCoarseLevels = 31;

struct ChunkIndex {
  int level = 0;  // 0 is the picture; each further level has half the width and height
  int64_t row = 0, column = 0;

  auto operator<=>(const ChunkIndex&) const = default;
};

// Level l has ceil(width / 2^l) x ceil(height / 2^l) pixels. A chunk (row, column) above level 0
// has as parts the chunks (2 row, 2 column) to (2 row + 1, 2 column + 1) below it that exist.
//
// A shard has consecutive chunks of level 0 in Z-order (Morton order), which keeps neighbours
// together. Shard s of n has the chunks from floor(s chunks / n) to floor((s + 1) chunks / n) - 1
// of this order:
//    0  1  4  5
//    2  3  6  7
//    8  9 10 11
//
// Levels, chunks and shards that do not exist are an Error kUsage.
class ChunkGrid {
 public:
  // In: width, height, 1 to 2^31 pixels; side, of a chunk, 1 to 2^31 - 1 pixels; coarse_levels,
  // 0 to kMaxCoarseLevels.
  ChunkGrid(int64_t width, int64_t height, int64_t side, int coarse_levels);

  int levels() const { return coarse_levels_ + 1; }
  // Return the size of a level in pixels.
  int64_t WidthOf(int level) const;
  int64_t HeightOf(int level) const;
  // Return the numbers of chunks of a level. ChunksOf is at most 2^62.
  int64_t ColumnsOf(int level) const;
  int64_t RowsOf(int level) const;
  int64_t ChunksOf(int level) const;

  // Returns a chunk's window in its level. Chunks at the right and bottom may be smaller.
  Window WindowOf(const ChunkIndex& chunk) const;

  // Shards are numbered from 0. Their sizes differ by at most 1, and the last is among the largest.
  // With more shards than chunks, some are empty.
  int64_t ChunkCountOfShard(int64_t shard, int64_t shards) const;
  // Returns a shard's chunks in Z-order, in time proportional to their number. Throws Error kLimit
  // if they exceed the address space.
  std::vector<ChunkIndex> ChunksOfShard(int64_t shard, int64_t shards) const;
  // Returns the shard of a chunk of level 0.
  int64_t ShardOf(const ChunkIndex& chunk, int64_t shards) const;

  // Returns the chunk of the next level that covers the chunk, even if the grid has no such level.
  static ChunkIndex ParentOf(const ChunkIndex& chunk);
  // Returns the parts of a chunk of level 1 or above, row by row.
  std::vector<ChunkIndex> PartsOf(const ChunkIndex& chunk) const;
  // Returns the chunks of a level that cover a shard's chunks, each once, in Z-order. Neighbouring
  // shards may share some. Takes time only for these chunks.
  std::vector<ChunkIndex> AncestorsOfShard(int level, int64_t shard, int64_t shards) const;

 private:
  void CheckLevel(int level) const;
  void CheckChunk(const ChunkIndex& chunk) const;
  // Returns the chunks of a level at places first to end - 1 of the Z-order.
  std::vector<ChunkIndex> ChunksOfRanks(int level, int64_t first, int64_t end) const;

  int64_t width_, height_, side_;
  int coarse_levels_;
};

}  // namespace cobble
