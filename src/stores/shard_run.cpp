// Implements the stages of shards.
#include "stores/shard_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>

#include "core/simd_level.h"
#include "core/size.h"
#include "core/suggest.h"
#include "platform/path.h"
#include "platform/temporary.h"
#include "render/parallel.h"
#include "stores/chunks.h"
#include "stores/range_parts.h"
#include "stores/store_images.h"
#include "stores/store_program.h"

namespace cobble {
namespace {

class Runner {
 public:
  Runner(const ChunkStore& store, int64_t shard, const ShardRules& rules)
      : store_(store),
        shard_(shard),
        rules_(rules),
        chunks_(store.grid().ChunksOfShard(shard, store.plan().shards)) {}

  void Run(StoreStage stage) {
    total_ = static_cast<double>(chunks_.size());
    switch (stage) {
      case StoreStage::kRange:
        return Range();
      case StoreStage::kRender:
        return Render();
      case StoreStage::kPyramid: {
        total_ = 0;
        for (int level = 1; level <= store_.plan().levels; ++level)
          total_ += static_cast<double>(
              store_.grid().AncestorsOfShard(level, shard_, store_.plan().shards).size());
        return Pyramid();
      }
    }
  }

 private:
  // Measures chunks one after another, so that a part always holds the first ones.
  void Range() {
    RangePart part = rules_.resume ? ReadRangePart(store_, shard_) : RangePart{};
    Advance(static_cast<double>(part.chunks));
    const int64_t before = part.chunks, all = std::ssize(chunks_);
    if (before == all) return;
    const Program program = CompileStoreRange(store_.plan(), rules_.simd);
    RemoveStaleTemporaries(FolderOf(JoinedRangePath(store_)));
    try {
      while (part.chunks < all) MeasureChunk(program, &part);
    } catch (const StoppedEarly&) {
      if (part.chunks > before) WriteRangePart(store_, shard_, part, rules_.files);
      throw;
    }
    WriteRangePart(store_, shard_, part, rules_.files);
  }

  void MeasureChunk(const Program& program, RangePart* part) {
    Poll();
    BeforeWork();
    const ChunkIndex& chunk = chunks_[static_cast<std::size_t>(part->chunks)];
    const RenderOptions options{.window = store_.grid().WindowOf(chunk),
                                .threads = ThreadsOf(rules_.threads),
                                .statistics = true,
                                .progress = [this](double) { Poll(); }};
    const Statistics found = RenderBands(program, {}, options, {}).statistics;
    part->Add(found.minimum, found.maximum);
    Advance(1);
  }

  // The first shard also repairs the metadata, which cobble plan wrote.
  void Render() {
    if (shard_ == 0) {
      std::set<std::string> folders;
      for (const std::string& path : store_.MetadataPaths()) folders.insert(FolderOf(path));
      for (const std::string& folder : folders) RemoveStaleTemporaries(folder);
      store_.WriteMetadata(rules_.files);
    }
    const Program program = CompileStore(store_.plan(), rules_.simd);
    CheckChunkCost(program, store_.plan(), rules_.memory);
    const HeightRange range = HasRangeStage(store_.plan())
                                  ? JoinRange(store_, rules_.files, [this] { Poll(); })
                                  : ResolveRange(program, {});
    const Size need = ChunkMemory(program, store_.plan());
    const int lanes = AreChunksSmall(store_.plan())
                          ? LanesFor(need, rules_.memory, ThreadsOf(rules_.threads))
                          : 1;
    Tidy(chunks_);
    ForChunks(chunks_, lanes, [&](const ChunkIndex& chunk, int threads) {
      if (IsDone(chunk)) return;
      BeforeWork();
      store_.WriteChunk(chunk,
                        RenderChunk(store_, program, range, chunk, threads, [this] { Poll(); }),
                        rules_.files);
    });
  }

  // Leaves a chunk whose parts are not all there to the shard that completes them.
  void Pyramid() {
    RequireRendered();
    const SimdLevel* const simd = FindSimdLevel(rules_.simd);
    const int lanes =
        LanesFor(CoarseChunkMemory(store_.plan()), rules_.memory, ThreadsOf(rules_.threads));
    for (int level = 1; level <= store_.plan().levels; ++level) {
      const auto chunks = store_.grid().AncestorsOfShard(level, shard_, store_.plan().shards);
      Tidy(chunks);
      ForChunks(chunks, lanes, [&](const ChunkIndex& chunk, int) {
        if (IsDone(chunk) || !ArePartsThere(store_, chunk)) return;
        BeforeWork();
        WriteCoarse(chunk, simd->target);
      });
    }
  }

  void RequireRendered() const {
    for (const ChunkIndex& chunk : chunks_) {
      Poll();
      if (!store_.IsThere(chunk))
        throw Error(ErrorKind::kIo, Shown(store_.name()),
                    fmt::format("the render stage of shard {} of {} is not done", shard_ + 1,
                                store_.plan().shards),
                    "run the commands of " + Phrase::Option("stage", "render") + " first");
    }
  }

  // Writes a coarse chunk. First makes damaged parts again that are coarse themselves.
  void WriteCoarse(const ChunkIndex& chunk, int64_t simd_target) const {
    const auto poll = [this] { Poll(); };
    std::vector<EncodedFile> files;
    try {
      files = MakeCoarseChunk(store_, chunk, simd_target, poll);
    } catch (const Error&) {
      if (chunk.level == 1) throw;  // its parts belong to the render stage
      for (const ChunkIndex& part : store_.grid().PartsOf(chunk))
        if (!store_.IsWhole(part)) WriteCoarse(part, simd_target);
      files = MakeCoarseChunk(store_, chunk, simd_target, poll);
    }
    store_.WriteChunk(chunk, files, rules_.files);
  }

  void Tidy(const std::vector<ChunkIndex>& chunks) const {
    std::set<std::string> folders;
    for (const ChunkIndex& chunk : chunks) {
      Poll();
      folders.insert(FolderOf(store_.RecordPath(chunk)));
      for (std::size_t map = 0; map < store_.plan().maps.size(); ++map)
        folders.insert(FolderOf(store_.PathOf(chunk, map)));
    }
    for (const std::string& folder : folders) {
      Poll();
      RemoveStaleTemporaries(folder);
    }
  }

  // Calls work(chunk, threads) for each chunk, `lanes` at once; several have one thread each.
  void ForChunks(const std::vector<ChunkIndex>& chunks, int lanes,
                 const std::function<void(const ChunkIndex&, int threads)>& work) {
    ItemSteps steps;
    steps.make = [&](int, int64_t item) {
      Poll();
      work(chunks[static_cast<std::size_t>(item)], lanes > 1 ? 1 : ThreadsOf(rules_.threads));
      Advance(1);
    };
    InOrder(std::ssize(chunks), lanes, steps);
  }

  bool IsDone(const ChunkIndex& chunk) const { return rules_.resume && store_.IsWhole(chunk); }
  void Poll() const {
    if (rules_.must_stop && rules_.must_stop()) throw StoppedEarly{};
  }
  // Call before each chunk to make. Lets the first through, so that repeated calls come to an end.
  void BeforeWork() {
    if (is_first_.exchange(false)) return;
    if (rules_.should_stop && rules_.should_stop()) throw StoppedEarly{};
  }
  // Adds finished chunks, weighted by `share` of a chunk.
  void Advance(double share) {
    const std::lock_guard lock(mutex_);
    done_ += share;
    if (rules_.progress) rules_.progress(std::min(done_ / total_, 1.0));
  }

  const ChunkStore& store_;
  const int64_t shard_;
  const ShardRules& rules_;
  const std::vector<ChunkIndex> chunks_;  // of level 0
  std::atomic<bool> is_first_ = true;
  std::mutex mutex_;
  double done_ = 0, total_ = 1;  // in chunks
};

}  // namespace

std::vector<StoreStage> StagesOf(const StorePlan& plan) {
  std::vector<StoreStage> stages;
  if (HasRangeStage(plan)) stages.push_back(StoreStage::kRange);
  stages.push_back(StoreStage::kRender);
  if (plan.levels > 0) stages.push_back(StoreStage::kPyramid);
  return stages;
}

void RunShard(const ChunkStore& store, StoreStage stage, int64_t shard, const ShardRules& rules) {
  SupportedSimdLevel(rules.simd);  // throws if it is unknown or unsupported
  const auto stages = StagesOf(store.plan());
  if (std::ranges::count(stages, stage) == 0)
    throw Error::At(ErrorKind::kUsage, "stage",
                    fmt::format("the plan has no stage {}", NameOf(stage)),
                    stage == StoreStage::kRange ? "only the range \"fit\" needs one"
                                                : "it has no coarser levels");
  CheckShardSize(store.plan());
  if (ShowsImages(stage)) RequireImages(store);
  Runner(store, shard, rules).Run(stage);
}

}  // namespace cobble
