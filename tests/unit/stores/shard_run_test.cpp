// Tests the stages of shards: in any order, stopped anywhere, and several times at once.
#include "stores/shard_run.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "stores/range_parts.h"
#include "unit/output/files.h"
#include "unit/stores/stores.h"

namespace cobble {
namespace {

constexpr const char* kShardRecipe =
    R"("size": [44, 30], "range": "fit", "noise": {"type": "perlin", "octaves": 2})";

// 6 chunks, and levels of 2, 1 and 1.
StorePlan ShardPlan(int64_t shards) {
  return ZarrPlan(kShardRecipe, {{"height", 16}, {"normal", 8}}, 16, 3, shards);
}

// The files of a store made in one run.
const std::map<std::string, std::string>& Wanted() {
  static const auto files = [] {
    const TemporaryFolder folder;
    MakeStore(ChunkStore(folder / "a.zarr", ShardPlan(1)));
    return ReadersFilesIn(folder / "a.zarr");
  }();
  return files;
}

void CheckWhole(const ChunkStore& store) {
  for (const ChunkIndex& chunk : AllChunks(store.grid())) {
    CAPTURE(chunk.level);
    CAPTURE(chunk.row);
    CAPTURE(chunk.column);
    CHECK(store.IsWhole(chunk));
  }
  CHECK(ReadersFilesIn(store.name()) == Wanted());
}

TEST_CASE("a plan has the stages that it needs, in order") {
  using Stages = std::vector<StoreStage>;
  const auto stages = [](const std::string& range, const char* map, int levels) {
    return StagesOf(ZarrPlan(R"("size": [32, 32], "noise": {"type": "perlin"}, "range": )" + range +
                                 R"(, "maps": {"roughness": 0.5})",
                             {{map, 8}}, 16, levels));
  };
  CHECK(stages(R"("natural")", "height", 0) == Stages{StoreStage::kRender});
  CHECK(stages(R"("fit")", "height", 0) == Stages{StoreStage::kRange, StoreStage::kRender});
  CHECK(stages(R"("fit")", "height", 2) ==
        Stages{StoreStage::kRange, StoreStage::kRender, StoreStage::kPyramid});
  CHECK(stages(R"("natural")", "height", 1) == Stages{StoreStage::kRender, StoreStage::kPyramid});
  CHECK(stages(R"("fit")", "roughness", 0) == Stages{StoreStage::kRender});
  CHECK(stages(R"(["2%", "98%"])", "height", 0) == Stages{StoreStage::kRender});
}

TEST_CASE("shards in any number and order give the same bytes") {
  std::mt19937 random(1);
  for (const int64_t shards : {2, 5, 6}) {
    CAPTURE(shards);
    const TemporaryFolder folder;
    const ChunkStore store(folder / "a.zarr", ShardPlan(shards));
    store.Create(QuickRules().files);
    std::vector<int64_t> order(static_cast<std::size_t>(shards));
    for (const StoreStage stage : StagesOf(store.plan())) {
      for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int64_t>(k);
      std::shuffle(order.begin(), order.end(), random);
      for (const int64_t shard : order) RunShard(store, stage, shard, QuickRules());
    }
    CheckWhole(store);
  }
}

TEST_CASE("the last shard of a pyramid makes what the others could not") {
  const TemporaryFolder folder;
  const ChunkStore store(folder / "a.zarr", ShardPlan(3));
  store.Create(QuickRules().files);
  RunStage(store, StoreStage::kRange);
  const auto run = [&](StoreStage stage, int64_t shard) {
    RunShard(store, stage, shard, QuickRules());
  };
  run(StoreStage::kRender, 0);
  run(StoreStage::kPyramid, 0);
  CHECK(!store.IsThere({1, 0, 0}));  // shard 1 has two of its parts
  run(StoreStage::kRender, 1);
  run(StoreStage::kPyramid, 1);
  CHECK(store.IsThere({1, 0, 0}));
  CHECK(!store.IsThere({2, 0, 0}));
  run(StoreStage::kRender, 2);
  run(StoreStage::kPyramid, 2);
  CheckWhole(store);
}

TEST_CASE("each shard may run twice at once") {
  for (const int threads : {1, 2}) {
    const TemporaryFolder folder;
    const ChunkStore store(folder / "a.zarr", ShardPlan(3));
    store.Create(QuickRules().files);
    ShardRules rules = QuickRules();
    rules.threads = threads;
    std::atomic<int> errors{0};
    for (const StoreStage stage : StagesOf(store.plan())) {
      const auto run = [&](bool forward) {
        try {
          for (int64_t k = 0; k < 3; ++k) RunShard(store, stage, forward ? k : 2 - k, rules);
        } catch (...) {
          ++errors;
        }
      };
      std::thread other(run, false);
      run(true);
      other.join();
    }
    CHECK(errors == 0);
    CheckWhole(store);
  }
}

// Runs all stages of two shards, stopped each time after `calls` more calls of a rule, until they
// are done. Returns the number of stops.
int RunWithStops(const ChunkStore& store, int calls, std::function<bool()> ShardRules::*rule) {
  int stops = 0;
  for (const StoreStage stage : StagesOf(store.plan())) {
    for (int64_t shard = 0; shard < store.plan().shards; ++shard) {
      for (bool done = false; !done;) {
        int left = calls;
        ShardRules rules = QuickRules();
        rules.*rule = [&left] { return left-- <= 0; };
        try {
          RunShard(store, stage, shard, rules);
          done = true;
        } catch (const StoppedEarly&) {
          ++stops;
          ++calls;  // so that each run gets further
        }
      }
    }
  }
  return stops;
}

TEST_CASE("runs that are stopped are continued to the same bytes, whenever they stop") {
  for (const int calls : {0, 1, 4, 9}) {
    CAPTURE(calls);
    const TemporaryFolder folder;
    const ChunkStore must(folder / "must.zarr", ShardPlan(2)),
        should(folder / "should.zarr", ShardPlan(2));
    must.Create(QuickRules().files);
    should.Create(QuickRules().files);
    CHECK(RunWithStops(must, calls, &ShardRules::must_stop) > 0);
    CheckWhole(must);
    // Called for fewer chunks than must_stop.
    const int stops = RunWithStops(should, calls, &ShardRules::should_stop);
    CHECK((stops > 0) == (calls < 4));
    CheckWhole(should);
  }
}

TEST_CASE("a run that is stopped at every call leaves only whole chunks") {
  int stopped = 0;
  for (int calls = 0; calls == stopped; ++calls) {
    CAPTURE(calls);
    const TemporaryFolder folder;
    const ChunkStore store(folder / "a.zarr", ShardPlan(1));
    store.Create(QuickRules().files);
    RunStage(store, StoreStage::kRange);
    int left = calls;
    ShardRules rules = QuickRules();
    rules.must_stop = [&left] { return left-- <= 0; };
    try {
      RunShard(store, StoreStage::kRender, 0, rules);
    } catch (const StoppedEarly&) {
      ++stopped;
    }
    int64_t whole = 0;
    for (const ChunkIndex& chunk : AllChunks(store.grid())) {
      CHECK(store.FindRecord(chunk).has_value() == store.IsWhole(chunk));
      whole += store.IsWhole(chunk);
    }
    CHECK((whole == 6) == (calls >= stopped));
  }
  CHECK(stopped >= 6);
}

TEST_CASE("a pyramid stage also stops while it looks for its parts") {
  const TemporaryFolder folder;
  const ChunkStore store(folder / "a.zarr", ShardPlan(1));
  MakeStore(store);
  int calls = 0;
  ShardRules rules = QuickRules();
  rules.must_stop = [&] { return ++calls == 3; };
  CHECK_THROWS_AS(RunShard(store, StoreStage::kPyramid, 0, rules), StoppedEarly);
  CHECK(calls == 3);  // for the first chunks of level 0, which has more
}

TEST_CASE("a stopped range stage keeps what it knows") {
  const TemporaryFolder folder;
  const ChunkStore store(folder / "a.zarr", ShardPlan(1));
  store.Create(QuickRules().files);
  int left = 3;  // it is not called for the first chunk
  ShardRules rules = QuickRules();
  rules.should_stop = [&left] { return left-- <= 0; };
  CHECK_THROWS_AS(RunShard(store, StoreStage::kRange, 0, rules), StoppedEarly);
  CHECK(ReadRangePart(store, 0).chunks == 4);
  int calls = 0;
  rules.should_stop = [&calls] { return ++calls > 100; };
  RunShard(store, StoreStage::kRange, 0, rules);
  CHECK(calls == 1);
  CHECK(ReadRangePart(store, 0).chunks == 6);
}

TEST_CASE("chunks that are whole are skipped, and others are written again") {
  const TemporaryFolder folder;
  const ChunkStore store(folder / "a.zarr", ShardPlan(1));
  MakeStore(store);
  std::map<ChunkIndex, std::filesystem::file_time_type> times;
  const auto time = [&](const ChunkIndex& chunk) {
    return std::filesystem::last_write_time(store.PathOf(chunk, 0));
  };
  // Whole seconds, which every file system keeps.
  const auto old = std::chrono::floor<std::chrono::seconds>(
      std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  for (const ChunkIndex& chunk : AllChunks(store.grid()))
    std::filesystem::last_write_time(store.PathOf(chunk, 0), old);
  const ChunkIndex flipped{0, 1, 1}, deleted{0, 1, 2}, unrecorded{1, 0, 1};
  FlipBit(store.PathOf(flipped, 1), 200);
  std::filesystem::remove(store.PathOf(deleted, 1));
  WriteFile(store.InternalPath("chunks/1/0/1"), "");
  RunStage(store, StoreStage::kRender);
  RunStage(store, StoreStage::kPyramid);
  for (const ChunkIndex& chunk : AllChunks(store.grid())) {
    const bool is_new = chunk == flipped || chunk == deleted || chunk == unrecorded;
    CHECK((time(chunk) != old) == is_new);
  }
  CheckWhole(store);

  ShardRules rules = QuickRules();
  rules.resume = false;
  for (const StoreStage stage : StagesOf(store.plan())) RunStage(store, stage, rules);
  for (const ChunkIndex& chunk : AllChunks(store.grid())) CHECK(time(chunk) != old);
  CheckWhole(store);
}

TEST_CASE("a coarse chunk is made although a part of it, of another shard, is damaged") {
  const TemporaryFolder folder;
  const ChunkStore store(folder / "a.zarr", ShardPlan(3));
  MakeStore(store);
  const ChunkIndex part{1, 0, 1}, top{2, 0, 0};
  const auto own = store.grid().AncestorsOfShard(1, 0, 3);
  REQUIRE(std::ranges::count(own, part) == 0);
  FlipBit(store.PathOf(part, 0), 200);
  std::filesystem::remove(store.RecordPath(top));
  RunShard(store, StoreStage::kPyramid, 0, QuickRules());
  CheckWhole(store);
}

TEST_CASE("a stage before the one below it is done is refused, naming the stage") {
  const TemporaryFolder folder;
  const ChunkStore store(folder / "a.zarr", ShardPlan(2));
  store.Create(QuickRules().files);
  const auto error = [&](StoreStage stage) {
    return ErrorOf([&] { RunShard(store, stage, 1, QuickRules()); });
  };
  CHECK(error(StoreStage::kRender) ==
        "5 " + store.name() +
            ": the range stage of shard 1 of 2 is not done; run the commands of `stage=range` "
            "first");
  CHECK(error(StoreStage::kPyramid) ==
        "5 " + store.name() +
            ": the render stage of shard 2 of 2 is not done; run the commands of `stage=render` "
            "first");
}

TEST_CASE("a stage that the plan lacks, and a SIMD level that does not exist, are refused") {
  const TemporaryFolder folder;
  const ChunkStore store(
      folder / "a.zarr",
      ZarrPlan(R"("size": [32, 32], "noise": {"type": "perlin"})", {{"height", 8}}, 16));
  store.Create(QuickRules().files);
  const auto error = [&](StoreStage stage, const ShardRules& rules) {
    return ErrorOf([&] { RunShard(store, stage, 0, rules); });
  };
  CHECK(error(StoreStage::kRange, QuickRules()) ==
        "2 stage: the plan has no stage range; only the range \"fit\" needs one");
  CHECK(error(StoreStage::kPyramid, QuickRules()) ==
        "2 stage: the plan has no stage pyramid; it has no coarser levels");
  ShardRules rules = QuickRules();
  rules.simd = "mmx";
  CHECK(error(StoreStage::kRender, rules).starts_with("2 simd: "));
}

TEST_CASE("progress rises to 1 in each stage") {
  const TemporaryFolder folder;
  const ChunkStore store(folder / "a.zarr", ShardPlan(2));
  store.Create(QuickRules().files);
  for (const StoreStage stage : StagesOf(store.plan())) {
    for (int64_t shard = 0; shard < 2; ++shard) {
      std::vector<double> seen;
      ShardRules rules = QuickRules();
      rules.progress = [&](double fraction) { seen.push_back(fraction); };
      RunShard(store, stage, shard, rules);
      REQUIRE(!seen.empty());
      CHECK(std::ranges::is_sorted(seen));
      CHECK(seen.back() == 1);
    }
  }
}

}  // namespace
}  // namespace cobble
