// Compiles the recipe of a store, and checks that its chunks can be rendered.
#pragma once

#include <string>
#include <vector>

#include "cobble/encode.h"
#include "cobble/program.h"
#include "core/size.h"
#include "jobs/job.h"
#include "stores/store_plan.h"

namespace cobble {

// Returns the pictures of a chunk, one for each map, without paths.
std::vector<PictureOutput> PicturesOf(const StorePlan& plan);

// Compiles what the chunks need. In: simd, as in CompileOptions. Throws like Program::Compile.
Program CompileStore(const StorePlan& plan, const std::string& simd);

// Compiles what the range stage needs.
Program CompileStoreRange(const StorePlan& plan, const std::string& simd);

// Returns whether the plan has a range stage.
bool HasRangeStage(const StorePlan& plan);

// Returns the memory that one thread needs to render a chunk and to encode it in memory.
Size ChunkMemory(const Program& program, const StorePlan& plan);

// Returns the bytes of a whole chunk, also beyond the edge of the picture: all maps, uncompressed.
Size PlainChunkBytes(const StorePlan& plan);

// Returns the memory that one thread needs to make a coarse chunk: the chunk of one map, a part as
// it is stored and decoded, its mean, and all encoded maps.
Size CoarseChunkMemory(const StorePlan& plan);

// Returns the maximum size of a file of a chunk, as far as its samples say.
Size FileMemory(const StorePlan& plan);

// Returns how many threads, at least 1 and at most `threads`, have `need` bytes each in `memory`.
int LanesFor(Size need, uint64_t memory, int threads);

// Returns the memory of a shard that uses so many threads, in any stage.
Size ShardMemory(const Program& program, const StorePlan& plan, int threads);

// Returns whether chunks have at most 2^20 pixels. These are rendered side by side, one thread
// each: one of them has too few bands for all threads.
bool AreChunksSmall(const StorePlan& plan);

// Throws Error kLimit if a shard has more than 2^20 chunks, which it lists in memory. The place of
// the error is `shards`, or, if the whole picture is one run, the recipe's size.
void CheckShardSize(const StorePlan& plan, bool is_sharded = true);

// Returns how many pixels a chunk renders with its halo, for each pixel of the chunk.
double HaloFactor(const StorePlan& plan);

// Throws Error kLimit if a chunk needs more than `memory` bytes, or if the halo of a map costs more
// than four times the chunk; kUsage or kRecipe if a corner of the picture is out of range.
void CheckChunkCost(const Program& program, const StorePlan& plan, uint64_t memory);

// Throws like CheckShardSize and CheckChunkCost, and Error kLimit at the same place if a shard, or
// the picture, has more pixels or noise evaluations than the limits.
void CheckStoreCost(const Program& program, const StorePlan& plan, const Limits& limits,
                    bool is_sharded = true);

}  // namespace cobble
