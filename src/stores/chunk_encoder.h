// Encodes one map of a chunk in memory, and hashes its pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/band_sink.h"
#include "output/picture.h"
#include "output/pixel_hash.h"
#include "output/terrain_codes.h"
#include "stores/chunk_store.h"
#include "stores/level_mean.h"

namespace cobble {

class ChunkEncoder {
 public:
  // In: map, an index into the store's plan. `store` must outlive the encoder.
  ChunkEncoder(const ChunkStore& store, const ChunkIndex& chunk, std::size_t map,
               int64_t simd_target);

  // Takes the map's rows from a renderer.
  BandSink& rows();
  // Encodes the whole chunk, as its file stores it, instead. Calls `poll` between bands.
  void Encode(
      const ChunkPixels& pixels, const std::function<void()>& poll = [] {});

  // Call after the last row.
  EncodedFile Finish();

 private:
  PictureSpec spec_;
  PictureBytes bytes_;
  std::unique_ptr<PictureWriter> writer_;
  std::unique_ptr<PixelHash> hash_;
  std::unique_ptr<BandSink> terrain_;  // null unless the store has elevations
};

// Returns pixels, all 0, as a map's file stores them. Throws Error kLimit beyond the address space.
ChunkPixels StoredPixels(const StorePlan& plan, std::size_t map, int64_t width, int64_t height);

// Decodes a chunk's file. Throws Error kIo, with the file's path, if it is damaged.
ChunkPixels DecodeChunk(const ChunkStore& store, const ChunkIndex& chunk, std::size_t map,
                        std::string bytes);

}  // namespace cobble
