// Tests verifying stores.
#include "stores/verify.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/simd_level.h"
#include "output/byte_checksums.h"
#include "stores/chunks.h"
#include "unit/output/files.h"
#include "unit/stores/stores.h"

namespace cobble {
namespace {

constexpr const char* kFit =
    R"("size": [40, 45], "range": "fit", "noise": {"type": "perlin", "octaves": 2})";

StorePlan Plan(int64_t shards = 1, Compression compression = Compression::kFast) {
  StorePlan plan = ZarrPlan(kFit, {{"height", 16}, {"normal", 8}}, 16, 2, shards);
  plan.compression = compression;
  return plan;
}

struct Made {
  TemporaryFolder folder;
  ChunkStore store;

  explicit Made(const StorePlan& plan = Plan()) : store(folder / "a.zarr", plan) {
    MakeStore(store);
  }
  VerifyReport Verify(double recompute = 0) const {
    VerifyRules rules;
    rules.threads = 2;
    rules.recompute = recompute;
    return VerifyStore(store, rules);
  }
};

std::vector<ChunkIndex> ChunksOf(const std::vector<ChunkFault>& faults) {
  std::vector<ChunkIndex> chunks;
  for (const ChunkFault& fault : faults) chunks.push_back(fault.chunk);
  return chunks;
}

TEST_CASE("a store that is whole has no faults, and its hash is that of all decoded pixels") {
  const Made made;
  uint64_t hash = 0;
  for (const ChunkIndex& chunk : AllChunks(made.store.grid())) {
    for (const std::size_t map : {std::size_t{0}, std::size_t{1}}) {
      const std::string file = ReadFile(made.store.PathOf(chunk, map));
      const ChunkPixels pixels = DecodeChunk(made.store, chunk, map, file);
      const uint64_t crc = Crc64(0, pixels.samples.data(), pixels.samples.size());
      std::string little;
      for (int k = 0; k < 8; ++k) little += static_cast<char>(crc >> 8 * k);
      hash = Crc64(hash, little.data(), little.size());
    }
  }
  for (const double recompute : {0.0, 1.0}) {
    const VerifyReport report = made.Verify(recompute);
    CHECK(report.faults.empty());
    CHECK(report.chunks == 14);
    CHECK(report.recomputed == (recompute > 0 ? 14 : 0));
    CHECK(report.hash == hash);
  }
}

TEST_CASE("the hash depends neither on shards nor on compression, but on pixels, maps and grid") {
  const uint64_t hash = Made().Verify().hash;
  CHECK(Made(Plan(7)).Verify().hash == hash);
  CHECK(Made(Plan(2, Compression::kSmall)).Verify().hash == hash);
  CHECK(Made(Plan(3, Compression::kNone)).Verify().hash == hash);
  std::set<uint64_t> hashes{hash};
  StorePlan plan = Plan();
  plan.recipe.seed = 3;
  hashes.insert(Made(plan).Verify().hash);
  hashes.insert(Made(ZarrPlan(kFit, {{"height", 16}, {"normal", 8}}, 16, 1)).Verify().hash);
  hashes.insert(Made(ZarrPlan(kFit, {{"height", 16}, {"normal", 8}}, 32, 2)).Verify().hash);
  hashes.insert(Made(ZarrPlan(kFit, {{"normal", 8}, {"height", 16}}, 16, 2)).Verify().hash);
  hashes.insert(Made(ZarrPlan(kFit, {{"height", 8}, {"normal", 8}}, 16, 2)).Verify().hash);
  CHECK(hashes.size() == 6);
}

TEST_CASE("missing and damaged files are listed, in order, and named") {
  const Made made;
  const ChunkIndex a{0, 0, 1}, b{0, 1, 2}, c{0, 2, 1}, d{1, 1, 0}, e{2, 0, 0};
  const auto path = [&](const ChunkIndex& chunk, std::size_t map) {
    return made.store.PathOf(chunk, map);
  };
  std::filesystem::remove(path(e, 0));
  FlipBit(path(d, 1), 77);
  WriteFile(path(c, 0), ReadFile(path(c, 0)).substr(0, 20));
  std::filesystem::remove(made.store.InternalPath("chunks/0/1/2"));
  FlipBit(made.store.InternalPath("chunks/0/0/1"), 150);
  for (const double recompute : {0.0, 1.0}) {
    const VerifyReport report = made.Verify(recompute);
    CHECK(ChunksOf(report.faults) == std::vector{a, b, c, d, e});
    REQUIRE(report.faults.size() == 5);
    CHECK(report.faults[0].message == "level 0, row 0, column 1 is missing or has no record");
    CHECK(report.faults[1].message == "level 0, row 1, column 2 is missing or has no record");
    CHECK(report.faults[2].message == path(c, 0) + " does not match its record");
    CHECK(report.faults[3].message == path(d, 1) + " does not match its record");
    CHECK(report.faults[4].message == path(e, 0) + " is missing");
    for (const ChunkFault& fault : report.faults) CHECK(!fault.is_recorded);
  }
  RunStage(made.store, StoreStage::kRender);
  RunStage(made.store, StoreStage::kPyramid);
  CHECK(made.Verify(1).faults.empty());
  CHECK(made.Verify().hash == Made().Verify().hash);
}

TEST_CASE("each flipped bit of a chunk is found") {
  const Made made;
  const std::string path = made.store.PathOf({1, 0, 0}, 0);
  for (std::size_t bit = 0; bit < 8 * ReadFile(path).size(); bit += 397) {
    CAPTURE(bit);
    FlipBit(path, bit);
    CHECK(ChunksOf(made.Verify().faults) == std::vector{ChunkIndex{1, 0, 0}});
    FlipBit(path, bit);
  }
  CHECK(made.Verify().faults.empty());
}

TEST_CASE("wrong pixels with a record of them are found only by rendering them again") {
  for (const ChunkIndex& chunk : {ChunkIndex{0, 1, 2}, ChunkIndex{2, 0, 0}}) {
    const Made made;
    // Another program's bug: one pixel differs, and all else is consistent.
    std::vector<EncodedFile> files;
    for (const std::size_t map : {std::size_t{0}, std::size_t{1}}) {
      ChunkPixels pixels =
          DecodeChunk(made.store, chunk, map, ReadFile(made.store.PathOf(chunk, map)));
      if (map == 1) pixels.samples[9] ^= std::byte{1};
      files.push_back(EncodeChunk(made.store, chunk, map, pixels, FindSimdLevel("auto")->target));
    }
    made.store.WriteChunk(chunk, files, {.sync = false});
    const VerifyReport plain = made.Verify();
    CHECK(plain.faults.empty());
    CHECK(plain.hash != Made().Verify().hash);
    const VerifyReport report = made.Verify(1);
    REQUIRE(report.faults.size() == 1);
    CHECK(report.faults[0].chunk == chunk);
    CHECK(report.faults[0].is_recorded);
    CHECK(report.faults[0].message ==
          made.store.PathOf(chunk, 1) + " is not what the recipe gives");

    ShardRules rules = QuickRules();
    rules.resume = false;
    RunStage(made.store, chunk.level == 0 ? StoreStage::kRender : StoreStage::kPyramid, rules);
    CHECK(made.Verify(1).faults.empty());
  }
}

TEST_CASE("a share of the chunks is rendered again, another one for each seed") {
  const Made made(ZarrPlan(R"("size": [16, 8], "noise": {"type": "value"})", {{"height", 8}}, 1));
  std::set<int64_t> counts;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    VerifyRules rules;
    rules.threads = 1;
    rules.recompute = 0.25;
    rules.seed = seed;
    const VerifyReport report = VerifyStore(made.store, rules);
    CHECK(report.recomputed > 128 / 4 - 24);
    CHECK(report.recomputed < 128 / 4 + 24);
    CHECK(VerifyStore(made.store, rules).recomputed == report.recomputed);
    counts.insert(report.recomputed);
  }
  CHECK(counts.size() > 2);
}

TEST_CASE("without the range, which is reported, chunks of level 0 are not rendered again") {
  const Made made(Plan(2));
  std::filesystem::remove_all(made.store.InternalPath("range"));
  CHECK(made.Verify().faults.empty());
  const VerifyReport report = made.Verify(1);
  CHECK(report.faults.empty());
  CHECK(report.recomputed == 5);
  CHECK(report.shards_without_range == std::vector<int64_t>{0, 1});
  CHECK(!report.IsWhole());
}

TEST_CASE("a store without any chunk has all of them missing") {
  const TemporaryFolder folder;
  const ChunkStore store(folder / "a.zarr", Plan());
  store.Create({.sync = false});
  VerifyRules rules;
  rules.recompute = 1;
  std::vector<double> seen;
  rules.progress = [&](double fraction) { seen.push_back(fraction); };
  const VerifyReport report = VerifyStore(store, rules);
  CHECK(ChunksOf(report.faults) == AllChunks(store.grid()));
  CHECK(report.recomputed == 0);
  CHECK(seen.size() == 14);
  CHECK(std::ranges::is_sorted(seen));
  CHECK(seen.back() == 1);
}

TEST_CASE("tiles are verified, with elevations and levels") {
  StorePlan plan = XyzPlan(R"("size": [512, 512], "range": "fit", "noise": {"type": "value"})",
                           {"height", 16}, 256, 1);
  plan.elevation = {TerrainCode::kMapbox, 0, 100};
  const Made made(plan);
  CHECK(made.Verify(1).faults.empty());
  CHECK(made.Verify(1).recomputed == 5);
  FlipBit(made.store.PathOf({0, 1, 0}, 0), 5000);
  CHECK(ChunksOf(made.Verify(1).faults) == std::vector{ChunkIndex{0, 1, 0}});
}

// --- What is in the way of files ---

namespace fs = std::filesystem;

TEST_CASE("what a rename replaces, and folders that can be made, are not obstacles") {
  const TemporaryFolder folder;
  WriteFile(folder / "file", "x");
  fs::create_directory(folder / "a");
  ObstacleFinder finder;
  for (const char* name : {"file", "new", "a/new", "a/b/c/new"})
    CHECK(finder.At(folder / name) == "");
  CHECK(finder.At("new") == "");
  CHECK(finder.At("/new") == "");
}

TEST_CASE("folders in the place of files, and files in the place of folders, are obstacles") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "a");
  WriteFile(folder / "file", "x");
  ObstacleFinder finder;
  CHECK(finder.At(folder / "a") == folder / "a" + ": is a folder, not a file");
  for (const char* name : {"file/b", "file/b/c"})
    CHECK(finder.At(folder / name) == folder / "file" + ": is not a folder");
  // More different folders than it remembers.
  for (int k = 0; k < 1000; ++k) {
    CHECK(finder.At(folder / ("n" + std::to_string(k) + "/b")) == "");
    CHECK(finder.At(folder / ("file/" + std::to_string(k) + "/b")) ==
          folder / "file" + ": is not a folder");
  }
}

}  // namespace
}  // namespace cobble
