// Compiles the recipe of a store, and checks that its chunks can be rendered.
#ifndef COBBLE_STORES_STORE_PROGRAM_H_
#define COBBLE_STORES_STORE_PROGRAM_H_

#include <string>
#include <vector>

#include "cobble/encode.h"
#include "cobble/program.h"
#include "core/size.h"
#include "jobs/plan.h"
#include "stores/store_plan.h"

namespace cobble {

// Returns the pictures of a chunk, one for each map, without paths.
std::vector<PicturePlan> PicturesOf(const StorePlan& plan);

// Compiles what the chunks need. In: simd, as in CompileOptions. Throws like Program::Compile.
Program CompileStore(const StorePlan& plan, const std::string& simd);

// Compiles what the range stage needs.
Program CompileStoreRange(const StorePlan& plan, const std::string& simd);

// Returns whether the plan has a range stage.
bool HasRangeStage(const StorePlan& plan);

// Returns the memory that one thread needs to render a chunk and to encode it in memory.
Size ChunkMemory(const Program& program, const StorePlan& plan);

// Returns the memory that one thread needs to make a coarse chunk: the chunk of one map, a part as
// it is stored and decoded, its mean, and all encoded maps.
Size CoarseChunkMemory(const StorePlan& plan);

// Throws Error kLimit if a shard has more pixels or noise evaluations than the limits, or a chunk
// needs more memory, or if the halo of a map costs more than four times the chunk; kUsage or
// kRecipe if a corner of the picture is out of range.
void CheckStoreCost(const Program& program, const StorePlan& plan, const Limits& limits);

}  // namespace cobble

#endif  // COBBLE_STORES_STORE_PROGRAM_H_
