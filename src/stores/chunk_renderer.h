// Renders chunks of level 0.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cobble/program.h"
#include "render/render_bands.h"
#include "stores/chunk_store.h"

namespace cobble {

class ChunkRenderer {
 public:
  // In: program, from CompileStore; range, of the height. `store` and `program` must outlive it.
  ChunkRenderer(const ChunkStore& store, const Program& program, const HeightRange& range);

  // Returns the files of a chunk, one per map. Calls `poll` often, from any thread; an exception it
  // throws ends the rendering. May be called by several threads. Throws like RenderBands.
  std::vector<EncodedFile> Render(const ChunkIndex& chunk, int threads,
                                  const std::function<void()>& poll) const;

 private:
  const ChunkStore& store_;
  const Program& program_;
  const HeightRange range_;
  int64_t simd_target_;
};

}  // namespace cobble
