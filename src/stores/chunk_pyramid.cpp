// Implements RenderChunk and MakeCoarseChunk.
#include "stores/chunk_pyramid.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "core/simd_level.h"
#include "core/size.h"
#include "core/suggest.h"
#include "stores/chunk_encoder.h"

namespace cobble {

std::vector<EncodedFile> RenderChunk(const ChunkStore& store, const Program& program,
                                     const HeightRange& range, const ChunkIndex& chunk, int threads,
                                     const std::function<void()>& poll) {
  const auto& maps = store.plan().maps;
  const int64_t simd_target = FindSimdLevel(program.simd())->target;
  std::vector<std::unique_ptr<ChunkEncoder>> encoders;
  std::vector<BandOutput> outputs;
  for (std::size_t map = 0; map < maps.size(); ++map) {
    encoders.push_back(std::make_unique<ChunkEncoder>(store, chunk, map, simd_target));
    outputs.push_back({{maps[map].map}, &encoders.back()->rows()});
  }
  RenderOptions options;
  options.window = store.grid().WindowOf(chunk);
  options.threads = threads;
  options.progress = [&poll](double) { poll(); };
  RenderBands(program, range, options, outputs);

  std::vector<EncodedFile> files;
  for (const auto& encoder : encoders) files.push_back(encoder->Finish());
  return files;
}

MeanSpec MeanOf(const StorePlan& plan, std::size_t map) {
  MeanSpec spec;
  if (plan.elevation) {
    spec.kind = PixelKind::kCode;
    return spec;
  }
  int first = 0;  // channel of a part
  ForParts(plan.maps[map].map, [&](const PictureMap& part) {
    const uint32_t channels = (uint32_t{1} << part.channels) - 1;
    if (part.is_color) spec.srgb_channels |= channels << first;
    if (part.built_in == Map::kNormal) {
      spec.kind = PixelKind::kNormal;
      spec.normal_channel = first;
    }
    first += part.channels;
  });
  return spec;
}

namespace {

// Copies `part` to (x, y).
void Paste(const ChunkPixels& part, int64_t x, int64_t y, ChunkPixels* whole) {
  const std::size_t pixel = static_cast<std::size_t>(part.channels * part.bits / 8);
  const std::size_t row = (Size(part.width) * Size(pixel)).bytes();
  const std::size_t whole_row = (Size(whole->width) * Size(pixel)).bytes();
  for (int64_t j = 0; j < part.height; ++j)
    std::memcpy(whole->samples.data() + static_cast<std::size_t>(y + j) * whole_row +
                    static_cast<std::size_t>(x) * pixel,
                part.samples.data() + static_cast<std::size_t>(j) * row, row);
}

ChunkPixels HalvedPart(const ChunkStore& store, const ChunkIndex& part, std::size_t map,
                       const std::function<void()>& poll) {
  const auto record = store.FindRecord(part);
  if (!record)
    throw Error(ErrorKind::kIo, Shown(store.PathOf(part, map)), "has no record",
                "run cobble verify");
  std::string bytes = store.ReadChunkFile(part, map, (*record)[map]);
  poll();
  const ChunkPixels pixels = DecodeChunk(store, part, map, std::move(bytes));
  poll();
  return Halved(pixels, MeanOf(store.plan(), map));
}

}  // namespace

bool ArePartsThere(const ChunkStore& store, const ChunkIndex& chunk) {
  return std::ranges::all_of(store.grid().PartsOf(chunk),
                             [&](const ChunkIndex& part) { return store.IsThere(part); });
}

std::vector<EncodedFile> MakeCoarseChunk(const ChunkStore& store, const ChunkIndex& chunk,
                                         int64_t simd_target, const std::function<void()>& poll) {
  const Window window = store.grid().WindowOf(chunk);
  const int64_t half = store.plan().chunk / 2;
  std::vector<EncodedFile> files;
  for (std::size_t map = 0; map < store.plan().maps.size(); ++map) {
    ChunkPixels pixels = StoredPixels(store.plan(), map, window.width, window.height);
    for (const ChunkIndex& part : store.grid().PartsOf(chunk)) {
      poll();
      Paste(HalvedPart(store, part, map, poll), part.column % 2 * half, part.row % 2 * half,
            &pixels);
    }
    ChunkEncoder encoder(store, chunk, map, simd_target);
    encoder.Encode(pixels, poll);
    files.push_back(encoder.Finish());
  }
  return files;
}

}  // namespace cobble
