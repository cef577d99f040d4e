// Makes chunks: of level 0 from the recipe, of a coarser level from the level below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cobble/program.h"
#include "render/render_bands.h"
#include "stores/chunk_store.h"
#include "stores/level_mean.h"

namespace cobble {

// Returns pixels, all 0, as a map's file stores them. Throws Error kLimit beyond the address space.
ChunkPixels StoredPixels(const StorePlan& plan, std::size_t map, int64_t width, int64_t height);

// Decodes a chunk's file. Throws Error kIo, with the file's path, if it is damaged.
ChunkPixels DecodeChunk(const ChunkStore& store, const ChunkIndex& chunk, std::size_t map,
                        std::string bytes);

// Encodes a map of a chunk as its file stores it. In: map, an index into the store's plan. Calls
// `poll` between bands.
EncodedFile EncodeChunk(
    const ChunkStore& store, const ChunkIndex& chunk, std::size_t map, const ChunkPixels& pixels,
    int64_t simd_target, const std::function<void()>& poll = [] {});

// Returns the files of a chunk of level 0, one per map. In: program, from CompileStore; range, of
// the height. Calls `poll` often, from any thread; an exception it throws ends the rendering.
// Throws like RenderBands.
std::vector<EncodedFile> RenderChunk(const ChunkStore& store, const Program& program,
                                     const HeightRange& range, const ChunkIndex& chunk, int threads,
                                     const std::function<void()>& poll);

MeanSpec MeanOf(const StorePlan& plan, std::size_t map);

// Returns whether all parts of a coarse chunk are there (ChunkStore::IsThere).
bool ArePartsThere(const ChunkStore& store, const ChunkIndex& chunk);

// Returns the files of a coarse chunk, whose pixels are means of 2 x 2 pixels of its parts (see
// level_mean.h). Holds two parts and the chunk of one map in memory. Calls `poll` between parts.
// Throws Error kIo if a part is missing or damaged.
std::vector<EncodedFile> MakeCoarseChunk(const ChunkStore& store, const ChunkIndex& chunk,
                                         int64_t simd_target, const std::function<void()>& poll);

}  // namespace cobble
