// Implements ChunkEncoder and DecodeChunk.
#include "stores/chunk_encoder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "core/bands.h"
#include "core/size.h"
#include "core/suggest.h"
#include "input/byte_source.h"
#include "input/picture_reader.h"
#include "output/zarr/chunk.h"

namespace cobble {
namespace {

// Returns a map as its files store it.
StoreMap StoredMap(const StorePlan& plan, std::size_t map) {
  StoreMap stored = plan.maps[map];
  if (!plan.elevation) return stored;
  return {TerrainMap(stored.map), 8};
}

PictureSpec SpecOf(const ChunkStore& store, const ChunkIndex& chunk, std::size_t map,
                   int64_t simd_target) {
  const StorePlan& plan = store.plan();
  const Window window = store.grid().WindowOf(chunk);
  const StoreMap stored = StoredMap(plan, map);
  PictureSpec spec;
  spec.format = &plan.format();
  spec.maps = {stored.map};
  spec.bits = stored.bits;
  spec.width = window.width;
  spec.height = window.height;
  spec.chunk_side = plan.kind == StoreKind::kZarr ? plan.chunk : 0;
  spec.compression = plan.compression;
  spec.simd_target = simd_target;
  return spec;
}

// Only PNG stores samples of 16 bits in another order.
bool IsBigEndian(const PictureSpec& spec) { return spec.format->name == "png" && spec.bits == 16; }

std::size_t RowBytes(const ChunkPixels& pixels) {
  return (Size(pixels.width) * Size(pixels.channels * (pixels.bits / 8))).bytes();
}

// What readers call an invalid recipe is a damaged file here.
template <typename Read>
void ReadPng(const std::string& name, std::string bytes, const Read& read) try {
  PictureFile file{.name = name,
                   .path = name,
                   .source = std::make_shared<const MemorySource>(std::move(bytes)),
                   .sidecar_name = {},
                   .sidecar = {}};
  read(*OpenPictureFile(file));
} catch (const Error& error) {
  if (error.kind() != ErrorKind::kRecipe) throw;
  throw Error(ErrorKind::kIo, error.issues());
}

// Samples divided by their maximum, as floats, give the samples back exactly.
void DecodeRows(const std::string& name, PictureReader& reader, ChunkPixels* pixels) {
  const PictureInfo& info = reader.info();
  if (info.width != pixels->width || info.height != pixels->height ||
      std::ssize(info.channels) != pixels->channels || info.channels.front().bits != pixels->bits)
    throw Error(ErrorKind::kIo, name, "is not the tile that its record describes");
  const float maximum = pixels->bits == 16 ? 65535.0f : 255.0f;
  const std::size_t sample_bytes = static_cast<std::size_t>(pixels->bits) / 8;
  std::vector<float> row(RowBytes(*pixels) / sample_bytes);
  std::byte* out = pixels->samples.data();
  for (int64_t y = 0; y < pixels->height; ++y) {
    reader.ReadRow(row);
    for (const float x : row) {
      const auto sample = static_cast<uint16_t>(std::lround(x * maximum));
      std::memcpy(out, &sample, sample_bytes);  // little-endian
      out += sample_bytes;
    }
  }
}

}  // namespace

ChunkEncoder::ChunkEncoder(const ChunkStore& store, const ChunkIndex& chunk, std::size_t map,
                           int64_t simd_target)
    : spec_(SpecOf(store, chunk, map, simd_target)) {
  spec_.memory = &bytes_;
  writer_ = OpenPicture(spec_);
  hash_ = std::make_unique<PixelHash>(*writer_, spec_.width, IsBigEndian(spec_));
  if (const auto& elevation = store.plan().elevation)
    terrain_ = EncodeTerrain(*elevation, *hash_, spec_.width);
}

BandSink& ChunkEncoder::rows() {
  if (terrain_) return *terrain_;
  return *hash_;
}

void ChunkEncoder::Encode(const ChunkPixels& pixels, const std::function<void()>& poll) {
  const std::size_t row_bytes = RowBytes(pixels);
  const int64_t band_rows = BandRows(pixels.width, pixels.height);
  const auto chunk = hash_->NewChunk(band_rows);
  std::vector<std::byte> swapped;
  for (int64_t y = 0; y < pixels.height; y += band_rows) {
    poll();
    const int64_t rows = std::min(band_rows, pixels.height - y);
    const std::byte* data = pixels.samples.data() + static_cast<std::size_t>(y) * row_bytes;
    if (IsBigEndian(spec_)) {
      swapped.assign(data, data + static_cast<std::size_t>(rows) * row_bytes);
      for (std::size_t k = 0; k + 1 < swapped.size(); k += 2) std::swap(swapped[k], swapped[k + 1]);
      data = swapped.data();
    }
    const Band band{y / band_rows, y, rows, data, row_bytes};
    hash_->Encode(band, *chunk);
    hash_->Write(band, *chunk);
  }
}

EncodedFile ChunkEncoder::Finish() {
  writer_->Commit();
  return {std::move(bytes_.bytes), hash_->value()};
}

ChunkPixels StoredPixels(const StorePlan& plan, std::size_t map, int64_t width, int64_t height) {
  const StoreMap stored = StoredMap(plan, map);
  ChunkPixels pixels{.width = width,
                     .height = height,
                     .channels = stored.map.channels,
                     .bits = stored.bits,
                     .is_float = IsFloat(plan.format(), stored.bits),
                     .samples = {}};
  pixels.samples.resize((Size(RowBytes(pixels)) * Size(height)).bytes());
  return pixels;
}

ChunkPixels DecodeChunk(const ChunkStore& store, const ChunkIndex& chunk, std::size_t map,
                        std::string bytes) {
  const StorePlan& plan = store.plan();
  const Window window = store.grid().WindowOf(chunk);
  ChunkPixels pixels = StoredPixels(plan, map, window.width, window.height);
  const std::string name = Shown(store.PathOf(chunk, map));
  if (plan.kind == StoreKind::kXyz) {
    ReadPng(name, std::move(bytes),
            [&](PictureReader& reader) { DecodeRows(name, reader, &pixels); });
    return pixels;
  }
  UnpackZarrChunk(bytes,
                  {.width = pixels.width,
                   .height = pixels.height,
                   .side = plan.chunk,
                   .channels = pixels.channels,
                   .sample_bytes = pixels.bits / 8,
                   .is_compressed = plan.compression != Compression::kNone},
                  pixels.samples, name);
  return pixels;
}

}  // namespace cobble
