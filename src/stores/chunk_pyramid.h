// Makes the chunks of a coarser level from the level below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "stores/chunk_store.h"
#include "stores/level_mean.h"

namespace cobble {

MeanSpec MeanOf(const StorePlan& plan, std::size_t map);

// Returns whether all parts of a coarse chunk are there (ChunkStore::IsThere).
bool ArePartsThere(const ChunkStore& store, const ChunkIndex& chunk);

// Returns the files of a coarse chunk, whose pixels are means of 2 x 2 pixels of its parts (see
// level_mean.h). Holds two parts and the chunk of one map in memory. Calls `poll` between parts.
// Throws Error kIo if a part is missing or damaged.
std::vector<EncodedFile> MakeCoarseChunk(const ChunkStore& store, const ChunkIndex& chunk,
                                         int64_t simd_target, const std::function<void()>& poll);

}  // namespace cobble
