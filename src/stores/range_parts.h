// The range stage: the minimum and maximum of a picture too large for one process. Each shard
// writes those of its chunks; the render stage joins them.
//
//   FOLDER/.cobble/range/SHARD       of a whole shard
//   FOLDER/.cobble/range/SHARD.part  of its first chunks, if it was stopped before the end
//   FOLDER/.cobble/range/all         of the picture
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "render/render_bands.h"
#include "stores/chunk_store.h"

namespace cobble {

struct RangePart {
  int64_t chunks = 0;  // the number of chunks, from the shard's first
  double minimum = 0, maximum = 0;

  void Add(double low, double high);
};

// Returns what is known of a shard (from 0), which may be a part with 0 chunks.
RangePart ReadRangePart(const ChunkStore& store, int64_t shard);
// Writes the part of a shard; a whole one replaces a partial one. Throws Error kIo.
void WriteRangePart(const ChunkStore& store, int64_t shard, const RangePart& part,
                    const FileRules& files);

// Joins the range of the picture from all shards, and stores it for the next call if possible.
// Calls `poll` between shards. Throws Error kIo if a shard's range is not done or cannot be read.
HeightRange JoinRange(
    const ChunkStore& store, const FileRules& files, const std::function<void()>& poll = [] {});

// Returns the shards, from 0, whose range file is missing, damaged or unreadable. If the picture's
// range is known, missing files do not count. Reads a file for each shard.
std::vector<int64_t> ShardsWithoutRange(const ChunkStore& store);

int64_t ChunksInShard(const ChunkStore& store, int64_t shard);

// Returns the range that JoinRange stored; nullopt if it is missing, damaged or of another plan.
std::optional<HeightRange> FindRange(const ChunkStore& store);
// The files that WriteRangePart writes for a whole shard, and JoinRange.
std::string RangePath(const ChunkStore& store, int64_t shard);
std::string JoinedRangePath(const ChunkStore& store);

}  // namespace cobble
