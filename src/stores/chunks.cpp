// Renders, halves, encodes and decodes chunks.
#include "stores/chunks.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <utility>

#include "core/band_sink.h"
#include "core/bands.h"
#include "core/simd_level.h"
#include "core/size.h"
#include "core/suggest.h"
#include "input/byte_source.h"
#include "input/picture_reader.h"
#include "output/picture.h"
#include "output/pixel_hash.h"
#include "output/terrain_codes.h"
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
  return {.format = &plan.format(),
          .maps = {stored.map},
          .bits = stored.bits,
          .width = window.width,
          .height = window.height,
          .chunk_side = IsZarr(plan.kind) ? plan.chunk : 0,
          .is_gzip = plan.kind == StoreKind::kZarr3,
          .compression = plan.compression,
          .simd_target = simd_target};
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

// Encodes one map of a chunk in memory, and hashes its pixels.
class ChunkEncoder {
 public:
  ChunkEncoder(const ChunkStore& store, const ChunkIndex& chunk, std::size_t map,
               int64_t simd_target)
      : spec_(SpecOf(store, chunk, map, simd_target)) {
    spec_.memory = &bytes_;
    writer_ = OpenPicture(spec_);
    hash_ = std::make_unique<PixelHash>(*writer_, spec_.width, IsBigEndian(spec_));
    if (const auto& elevation = store.plan().elevation)
      terrain_ = EncodeTerrain(*elevation, *hash_, spec_.width);
  }

  // Takes the map's rows from a renderer.
  BandSink& rows() { return terrain_ ? *terrain_ : *hash_; }

  // Encodes the whole chunk, as its file stores it, instead.
  void Encode(const ChunkPixels& pixels, const std::function<void()>& poll) {
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
        for (std::size_t k = 0; k + 1 < swapped.size(); k += 2)
          std::swap(swapped[k], swapped[k + 1]);
        data = swapped.data();
      }
      const Band band{y / band_rows, y, rows, data, row_bytes};
      hash_->Encode(band, *chunk);
      hash_->Write(band, *chunk);
    }
  }

  // Call after the last row.
  EncodedFile Finish() {
    writer_->Commit();
    return {std::move(bytes_.bytes), hash_->value()};
  }

 private:
  PictureSpec spec_;
  PictureBytes bytes_;
  std::unique_ptr<PictureWriter> writer_;
  std::unique_ptr<PixelHash> hash_;
  std::unique_ptr<BandSink> terrain_;  // null unless the store has elevations
};

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
                   .is_compressed = plan.compression != Compression::kNone,
                   .is_gzip = plan.kind == StoreKind::kZarr3},
                  pixels.samples, name);
  return pixels;
}

EncodedFile EncodeChunk(const ChunkStore& store, const ChunkIndex& chunk, std::size_t map,
                        const ChunkPixels& pixels, int64_t simd_target,
                        const std::function<void()>& poll) {
  ChunkEncoder encoder(store, chunk, map, simd_target);
  encoder.Encode(pixels, poll);
  return encoder.Finish();
}

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
  const RenderOptions options{.window = store.grid().WindowOf(chunk),
                              .threads = threads,
                              .progress = [&poll](double) { poll(); }};
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
    files.push_back(EncodeChunk(store, chunk, map, pixels, simd_target, poll));
  }
  return files;
}

}  // namespace cobble
