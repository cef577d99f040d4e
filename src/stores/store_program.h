// Compiles a store's recipe, and checks that its chunks can be rendered.
#pragma once

#include <string>
#include <vector>

#include "cobble/encode.h"
#include "cobble/error.h"
#include "cobble/program.h"
#include "core/size.h"
#include "jobs/job.h"
#include "stores/store_plan.h"

namespace cobble {

// Returns the pictures of a chunk, one per map, without paths.
std::vector<PictureOutput> PicturesOf(const StorePlan& plan);

// Returns warnings about maps whose samples the store clamps, at its name: see run_warnings.h.
std::vector<Issue> ClampWarnings(const Program& program, const StorePlan& plan,
                                 const std::string& name, const HeightRange& range);

// Compiles what the chunks need. In: simd, as in CompileOptions. Throws like Program::Compile.
Program CompileStore(const StorePlan& plan, const std::string& simd);

// The same for a store that is about to be made: its recipe gets the program's tiling, since the
// plan's text does not say that a preset has set it (see Program::Compile).
Program CompileNewStore(StorePlan* plan, const std::string& simd);

Program CompileStoreRange(const StorePlan& plan, const std::string& simd);

bool HasRangeStage(const StorePlan& plan);

// Returns the memory that one thread needs to render and encode a chunk.
Size ChunkMemory(const Program& program, const StorePlan& plan);

// Returns the uncompressed bytes of a whole chunk in all maps, even if it crosses the edge.
Size PlainChunkBytes(const StorePlan& plan);

// Returns the memory that one thread needs to make a coarse chunk: the chunk of one map, a part as
// it is stored and decoded, its mean, and all encoded maps.
Size CoarseChunkMemory(const StorePlan& plan);

// Returns the maximum size of a chunk's file, going by its samples.
Size FileMemory(const StorePlan& plan);

// Returns how many threads, from 1 to `threads`, have `need` bytes each in `memory`.
int LanesFor(Size need, uint64_t memory, int threads);

// Returns the memory of a shard in any stage.
Size ShardMemory(const Program& program, const StorePlan& plan, int threads);

// Returns whether chunks have at most 2^20 pixels. These are rendered side by side, one thread
// each, because one of them has too few bands for all threads.
bool AreChunksSmall(const StorePlan& plan);

// Throws Error kLimit if a shard has more than 2^20 chunks, which it lists in memory: at `shards`
// or, if the picture is not sharded, at the recipe's size.
void CheckShardSize(const StorePlan& plan, bool is_sharded = true);

// Returns the pixels that a chunk renders with its halo, per pixel of the chunk.
double HaloFactor(const StorePlan& plan);

// Throws Error kLimit if a chunk needs more than `memory` bytes, or a map's halo costs more than
// four times the chunk; kUsage or kRecipe if a corner of the picture is out of range.
void CheckChunkCost(const Program& program, const StorePlan& plan, uint64_t memory);

// Throws like CheckShardSize and CheckChunkCost, and Error kLimit at the same place if a shard, or
// the picture, has more pixels or noise evaluations than the limits.
void CheckStoreCost(const Program& program, const StorePlan& plan, const Limits& limits,
                    bool is_sharded = true);

}  // namespace cobble
