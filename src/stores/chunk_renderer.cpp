// Implements ChunkRenderer.
#include "stores/chunk_renderer.h"

#include <memory>

#include "core/simd_level.h"
#include "stores/chunk_encoder.h"

namespace cobble {

ChunkRenderer::ChunkRenderer(const ChunkStore& store, const Program& program,
                             const HeightRange& range)
    : store_(store),
      program_(program),
      range_(range),
      simd_target_(FindSimdLevel(program.simd())->target) {}

std::vector<EncodedFile> ChunkRenderer::Render(const ChunkIndex& chunk, int threads,
                                               const std::function<void()>& poll) const {
  const auto& maps = store_.plan().maps;
  std::vector<std::unique_ptr<ChunkEncoder>> encoders;
  std::vector<BandOutput> outputs;
  for (std::size_t map = 0; map < maps.size(); ++map) {
    encoders.push_back(std::make_unique<ChunkEncoder>(store_, chunk, map, simd_target_));
    outputs.push_back({{maps[map].map}, &encoders.back()->rows()});
  }
  RenderOptions options;
  options.window = store_.grid().WindowOf(chunk);
  options.threads = threads;
  options.progress = [&poll](double) { poll(); };
  RenderBands(program_, range_, options, outputs);

  std::vector<EncodedFile> files;
  files.reserve(encoders.size());
  for (const auto& encoder : encoders) files.push_back(encoder->Finish());
  return files;
}

}  // namespace cobble
