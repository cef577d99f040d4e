// Runs a stage of a shard, a part of a store's chunks.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/encode.h"
#include "stores/chunk_store.h"

namespace cobble {

enum class StoreStage {
  kRange,    // find the minimum and maximum, for the range "fit"
  kRender,   // render the chunks of level 0
  kPyramid,  // make the coarser levels
};
inline constexpr std::array<std::string_view, 3> kStoreStages{"range", "render", "pyramid"};
inline constexpr std::string_view NameOf(StoreStage stage) {
  return kStoreStages[static_cast<std::size_t>(stage)];
}

// Returns the stages of a plan, in order.
std::vector<StoreStage> StagesOf(const StorePlan& plan);

// Thrown if a shard was stopped on request. Chunks that are written stay.
struct StoppedEarly {};

struct ShardRules {
  int threads = 1;  // maximum
  std::string simd = "auto";
  bool resume = true;  // skip chunks that are whole; otherwise write them again
  FileRules files{};
  uint64_t memory = Limits().max_memory;  // maximum bytes
  // Both may be empty. `must_stop` is called often, by any thread: if it returns true, the chunks
  // in progress are dropped. `should_stop` is called before each chunk to do but the first.
  std::function<bool()> must_stop{}, should_stop{};
  // Called with the fraction done, one call at a time. May be empty.
  std::function<void(double)> progress{};
};

// Runs a stage of one shard, from 0. The files' bytes depend on the plan alone, so shards may run
// in any order, or several times at once. The pyramid stage makes each coarse chunk whose parts are
// all there: the last of the shards that share it makes it.
//
// Throws StoppedEarly; Error kUsage at `stage` if the plan lacks the stage; kIo if the stage below
// is not done, or if reading or writing fails; and what RequireImages, CompileStore and
// CheckChunkCost throw.
void RunShard(const ChunkStore& store, StoreStage stage, int64_t shard, const ShardRules& rules);

}  // namespace cobble
