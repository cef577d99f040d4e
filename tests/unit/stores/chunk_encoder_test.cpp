// Tests encoding and decoding chunks.
#include "stores/chunks.h"

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "core/simd_level.h"
#include "output/byte_checksums.h"
#include "support/random/recipe.h"
#include "unit/output/files.h"
#include "unit/stores/stores.h"

namespace cobble {
namespace {

int64_t Target() { return FindSimdLevel("auto")->target; }

// Random samples; floats are any finite number.
ChunkPixels RandomPixels(const StorePlan& plan, std::size_t map, const Window& window,
                         test::Random& random) {
  ChunkPixels pixels = StoredPixels(plan, map, window.width, window.height);
  for (std::byte& sample : pixels.samples) sample = static_cast<std::byte>(random.Bits());
  if (!pixels.is_float) return pixels;
  for (std::size_t k = 0; k < pixels.samples.size(); k += sizeof(float)) {
    const auto x = static_cast<float>(random.Uniform(-1e6, 1e6));
    std::memcpy(&pixels.samples[k], &x, sizeof x);
  }
  return pixels;
}

void CheckRoundTrip(const StorePlan& plan) {
  const ChunkStore store("store", plan);
  test::Random random(1);
  for (const ChunkIndex& chunk : AllChunks(store.grid())) {
    for (std::size_t map = 0; map < plan.maps.size(); ++map) {
      CAPTURE(plan.maps[map].map.name);
      CAPTURE(plan.maps[map].bits);
      CAPTURE(chunk.column);
      const ChunkPixels pixels = RandomPixels(plan, map, store.grid().WindowOf(chunk), random);
      const EncodedFile file = EncodeChunk(store, chunk, map, pixels, Target());
      CHECK(file.pixel_crc == Crc64(0, pixels.samples.data(), pixels.samples.size()));
      CHECK(IsSame(DecodeChunk(store, chunk, map, file.bytes), pixels));
    }
  }
}

constexpr const char* kMaps =
    R"("size": [70, 45], "noise": {"type": "value"}, "nodes": {"n": {"type": "perlin"}},
       "maps": {"color": "teal"},
       "pack": {"two": ["ao", "curvature"], "four": ["color", "invert:height"],
                "mixed": ["normal", 0.5]})";

TEST_CASE("chunks of a Zarr store decode to their samples, for all maps, bits and compressions") {
  for (const Compression compression :
       {Compression::kFast, Compression::kSmall, Compression::kNone}) {
    for (const int bits : {8, 16, 32}) {
      std::vector<MapBits> maps;
      for (const char* map : {"height", "normal", "ao", "color", "two", "four", "mixed", "@n"})
        maps.push_back({map, bits});
      if (bits == 32)
        for (const char* map : {"slope", "value"}) maps.push_back({map, bits});
      StorePlan plan = ZarrPlan(kMaps, maps, 32);  // chunks at the edges: 6 and 13 pixels
      plan.compression = compression;
      CheckRoundTrip(plan);
      plan.chunk = 128;  // wider than the picture
      CheckRoundTrip(plan);
    }
  }
}

TEST_CASE("chunks of more than one band decode to their samples") {
  CheckRoundTrip(ZarrPlan(R"("size": [600, 310], "noise": {"type": "value"})",
                          {{"height", 16}, {"normal", 32}}, 300));
}

TEST_CASE("tiles decode to their samples, for all maps, bits and terrain codes") {
  const std::string members =
      R"("size": [256, 256], "noise": {"type": "value"}, "maps": {"color": "teal"},
         "pack": {"two": ["ao", "curvature"], "four": ["color", "invert:height"]})";
  for (const char* map : {"height", "normal", "ao", "color", "two", "four"})
    for (const int bits : {8, 16}) CheckRoundTrip(XyzPlan(members, {map, bits}, 256));
  StorePlan plan = XyzPlan(members, {"height", 16}, 256);
  for (const TerrainCode code : {TerrainCode::kMapbox, TerrainCode::kTerrarium}) {
    plan.elevation = {code, -5, 1200};
    CHECK(StoredPixels(plan, 0, 1, 1).channels == 3);
    CHECK(StoredPixels(plan, 0, 1, 1).bits == 8);
    CheckRoundTrip(plan);
  }
  plan.compression = Compression::kSmall;
  CheckRoundTrip(plan);
}

// Returns the file of a chunk with a pattern of pixels.
std::string FileOf(const ChunkStore& store) {
  test::Random random(2);
  const auto pixels = RandomPixels(store.plan(), 0, store.grid().WindowOf({0, 0, 0}), random);
  return EncodeChunk(store, {0, 0, 0}, 0, pixels, Target()).bytes;
}

TEST_CASE("a damaged chunk is an error that names the file") {
  const std::string zarr_members = R"("size": [16, 16], "noise": {"type": "value"})";
  const std::string xyz_members = R"("size": [256, 256], "noise": {"type": "value"})";
  for (const ChunkStore& store : {ChunkStore("store", ZarrPlan(zarr_members, {{"height", 16}}, 16)),
                                  ChunkStore("store", XyzPlan(xyz_members, {"height", 16}, 256))}) {
    const std::string bytes = FileOf(store), name = store.PathOf({0, 0, 0}, 0);
    const auto error = [&](const std::string& damaged) {
      return ErrorOf([&] { DecodeChunk(store, {0, 0, 0}, 0, damaged); });
    };
    CHECK(error("").starts_with("5 " + name));
    CHECK(error(bytes.substr(0, bytes.size() / 2)).starts_with("5 " + name));
    CHECK(error(std::string(100, '\xA5')).starts_with("5 " + name));
    std::string flipped = bytes;
    flipped[bytes.size() / 2] = static_cast<char>(flipped[bytes.size() / 2] ^ 1);
    CHECK(error(flipped).starts_with("5 " + name));
  }
}

TEST_CASE("a tile of another size or kind is refused") {
  const std::string members = R"("size": [512, 512], "noise": {"type": "value"})";
  const auto store = [&](int bits, int64_t side) {
    return ChunkStore("store", XyzPlan(members, {"height", bits}, side));
  };
  const std::string refusal = "5 store/1/0/0.png: is not the tile that its record describes";
  CHECK(ErrorOf([&] {
          DecodeChunk(store(8, 256), {0, 0, 0}, 0, FileOf(store(16, 256)));
        }) == refusal);
  CHECK(ErrorOf([&] {
          DecodeChunk(store(8, 256), {0, 0, 0}, 0, FileOf(store(8, 512)));
        }) == refusal);
}

}  // namespace
}  // namespace cobble
