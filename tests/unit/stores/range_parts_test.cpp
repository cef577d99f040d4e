// Tests a picture's range that is found in parts.
#include "stores/range_parts.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "stores/store_program.h"
#include "support/files/faulty_calls.h"
#include "unit/output/files.h"
#include "unit/stores/stores.h"

namespace cobble {
namespace {

const FileRules kUnsynced{.sync = false};

StorePlan FitPlan(int64_t chunk, int64_t shards, const std::string& members = "") {
  return ZarrPlan(
      R"("size": [70, 45], "range": "fit", "noise": {"type": "perlin", "octaves": 3})" + members,
      {{"height", 16}, {"normal", 8}}, chunk, 0, shards);
}

// A store of 15 chunks, none made yet, in shards of 7 and 8.
struct TwoShards {
  TemporaryFolder folder;
  ChunkStore store{folder / "a.zarr", FitPlan(16, 2)};

  TwoShards() { store.Create(kUnsynced); }
  std::string Path(const std::string& name) const { return store.InternalPath("range/" + name); }
  std::string JoinError() const {
    return ErrorOf([&] { JoinRange(store, kUnsynced); });
  }
};

TEST_CASE("the range is that of the whole picture, however it is cut") {
  for (const std::string members :
       {"", R"(, "samples": 2)", R"(, "tiling": true, "flip": true, "domain": {"extent": [1, 1]})",
        R"(, "domain": {"grid": "vertices"})"}) {
    const HeightRange whole = ResolveRange(CompileStore(FitPlan(16, 1, members), "auto"), {});
    REQUIRE(whole.low < whole.high);
    for (const int64_t chunk : {16, 64}) {
      const ChunkGrid grid = FitPlan(chunk, 1).Grid();
      for (const int64_t shards : {int64_t{1}, int64_t{2}, int64_t{15}, int64_t{70}}) {
        if (shards > grid.ChunksOf(0)) continue;
        CAPTURE(chunk);
        CAPTURE(shards);
        const TemporaryFolder folder;
        const ChunkStore store(folder / "a.zarr", FitPlan(chunk, shards, members));
        store.Create(kUnsynced);
        RunStage(store, StoreStage::kRange);
        for (int again = 0; again < 2; ++again) {  // joined, and from the file "all"
          const HeightRange range = JoinRange(store, kUnsynced);
          CHECK(range.low == whole.low);
          CHECK(range.high == whole.high);
          CHECK(!range.keep);
        }
      }
    }
  }
}

TEST_CASE("parts read back exactly, and a whole one counts before a partial one") {
  const TwoShards two;
  CHECK(ReadRangePart(two.store, 0).chunks == 0);
  CHECK(ChunksInShard(two.store, 0) == 7);
  CHECK(ChunksInShard(two.store, 1) == 8);
  RangePart part;
  part.Add(0.1, 1e300 / 3);
  part.Add(-1.0 / 3, 2);
  WriteRangePart(two.store, 0, part, kUnsynced);
  CHECK(std::filesystem::exists(two.Path("1.part")));
  RangePart read = ReadRangePart(two.store, 0);
  CHECK(read.chunks == 2);
  CHECK(read.minimum == -1.0 / 3);
  CHECK(read.maximum == 1e300 / 3);

  WriteRangePart(two.store, 0, {7, -0.125, 4.5}, kUnsynced);
  CHECK(std::filesystem::exists(two.Path("1")));
  CHECK(!std::filesystem::exists(two.Path("1.part")));
  read = ReadRangePart(two.store, 0);
  CHECK(read.chunks == 7);
  CHECK(read.maximum == 4.5);
  CHECK(ReadRangePart(two.store, 1).chunks == 0);
}

TEST_CASE("a range with a shard that is not done is refused, naming the shard") {
  const TwoShards two;
  const auto error = [&](int shard) {
    return fmt::format(
        "5 {}: the range stage of shard {} of 2 is not done; run the commands of `stage=range` "
        "first",
        two.store.name(), shard);
  };
  CHECK(two.JoinError() == error(1));
  RunShard(two.store, StoreStage::kRange, 0, QuickRules());
  CHECK(two.JoinError() == error(2));
  CHECK(ErrorOf([&] { RunShard(two.store, StoreStage::kRender, 0, QuickRules()); }) == error(2));
  WriteRangePart(two.store, 1, {3, 0, 1}, kUnsynced);  // stopped
  CHECK(two.JoinError() == error(2));
  RunShard(two.store, StoreStage::kRange, 1, QuickRules());
  CHECK(two.JoinError() == "none");
}

TEST_CASE("a truncated or damaged part is not used") {
  const TwoShards two;
  RunStage(two.store, StoreStage::kRange);
  const std::string path = two.Path("2"), text = ReadFile(path);
  for (std::size_t size = 0; size < text.size(); ++size) {
    WriteFile(path, text.substr(0, size));
    CHECK(ReadRangePart(two.store, 1).chunks == 0);
  }
  for (std::size_t bit = 0; bit < 8 * text.size(); bit += 3) {
    CAPTURE(bit);
    WriteFile(path, text);
    FlipBit(path, bit);
    CHECK(ReadRangePart(two.store, 1).chunks == 0);
  }
  CHECK(two.JoinError().find("shard 2 of 2 is not done") != std::string::npos);
  const ChunkStore equal(two.folder / "b.zarr", FitPlan(16, 3));  // of 5 chunks each
  equal.Create(kUnsynced);
  RunStage(equal, StoreStage::kRange);
  WriteFile(equal.InternalPath("range/2"), ReadFile(equal.InternalPath("range/1")));
  CHECK(ReadRangePart(equal, 1).chunks == 0);
  RunShard(two.store, StoreStage::kRange, 1, QuickRules());
  CHECK(ReadFile(path) == text);
}

TEST_CASE("a damaged joined range is joined again, and one that cannot be written is still known") {
  const TwoShards two;
  RunStage(two.store, StoreStage::kRange);
  const HeightRange range = JoinRange(two.store, kUnsynced);
  const std::string path = two.Path("all"), text = ReadFile(path);
  CHECK(ShardsWithoutRange(two.store).empty());
  FlipBit(two.Path("2"), 20);
  CHECK(ShardsWithoutRange(two.store) == std::vector<int64_t>{1});
  std::filesystem::remove(two.Path("2"));  // the range is known
  CHECK(ShardsWithoutRange(two.store).empty());
  RunShard(two.store, StoreStage::kRange, 1, QuickRules());
  FlipBit(path, 20);
  CHECK(JoinRange(two.store, kUnsynced).low == range.low);
  CHECK(ReadFile(path) == text);
  std::filesystem::remove(path);
  {
    const test::FaultyCalls calls([](std::string_view name, int) {
      return test::FaultyCalls::Verdict{.error = name.starts_with("Write") ? EROFS : 0};
    });
    CHECK(JoinRange(two.store, kUnsynced).high == range.high);
    CHECK(calls.calls() > 0);
  }
  CHECK(!std::filesystem::exists(path));
}

TEST_CASE("a constant picture has a range of one value") {
  const TemporaryFolder folder;
  const ChunkStore store(
      folder / "a.zarr",
      ZarrPlan(R"("size": [8, 8], "range": "fit", "noise": {"type": "constant", "value": 0.25})",
               {{"height", 8}}, 4));
  MakeStore(store);
  CHECK(JoinRange(store, kUnsynced).low == JoinRange(store, kUnsynced).high);
  CHECK(LevelOf(store, 0, 0).samples == WholePicture(store.plan(), 0).samples);
}

}  // namespace
}  // namespace cobble
