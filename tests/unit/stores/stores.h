// For tests of stores/: small stores in a temporary folder.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/jobs.h"
#include "stores/chunk_store.h"
#include "stores/level_mean.h"
#include "stores/shard_run.h"

namespace cobble {

// Returns a Zarr plan. In: members, the recipe's members besides "cobble", with a noise.
StorePlan ZarrPlan(std::string_view members, const std::vector<MapBits>& maps, int64_t chunk,
                   int levels = 0, int64_t shards = 1);

// Returns a plan of xyz tiles named {z}/{x}/{y}.png.
StorePlan XyzPlan(std::string_view members, const MapBits& map, int64_t chunk, int levels = 0,
                  int64_t shards = 1);

// One thread, and no waiting for the disk.
ShardRules QuickRules();

// Runs a stage of all shards, in order.
void RunStage(const ChunkStore& store, StoreStage stage, const ShardRules& rules = QuickRules());
void MakeStore(const ChunkStore& store, const ShardRules& rules = QuickRules());

// Returns the chunks of all levels, level by level, row by row.
std::vector<ChunkIndex> AllChunks(const ChunkGrid& grid);

// Returns the contents of all files below a folder, except hidden ones that killed runs leave.
std::map<std::string, std::string> FilesIn(const std::string& folder);
// Only the chunks and metadata, not cobble's own files.
std::map<std::string, std::string> ReadersFilesIn(const std::string& folder);

ChunkPixels LevelOf(const ChunkStore& store, int level, std::size_t map);

// Returns the samples of the whole picture of a map as a Zarr chunk would store them, rendered at
// once and encoded by another format.
ChunkPixels WholePicture(const StorePlan& plan, std::size_t map);

bool IsSame(const ChunkPixels& a, const ChunkPixels& b);

void FlipBit(const std::string& path, std::size_t bit);

}  // namespace cobble
