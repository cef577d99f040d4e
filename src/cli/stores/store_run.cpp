// Implements the runs of stores.
#include "cli/stores/store_run.h"

#include "cli/exit_status.h"
#include "cli/render/warnings.h"
#include "cli/terminal/progress.h"
#include "platform/clock.h"
#include "platform/stop_signal.h"
#include "stores/chunk_store.h"
#include "stores/shard_run.h"
#include "stores/store_program.h"

namespace cobble {
namespace {

ShardRules RulesOf(const RunFlags& flags) {
  ShardRules rules;
  rules.threads = flags.threads;
  rules.simd = flags.simd;
  rules.files = flags.Files();
  rules.memory = flags.limits.memory;
  return rules;
}

// Returns the pixels of all chunks of a shard, for the rate that the progress shows.
double PixelsOf(const ChunkStore& store) {
  return static_cast<double>(store.plan().recipe.width) *
         static_cast<double>(store.plan().recipe.height) / static_cast<double>(store.plan().shards);
}

ProgressMeter::Mode ProgressOf(const RunFlags& flags) {
  return flags.quiet ? ProgressMeter::kNever : flags.progress;
}

}  // namespace

int RunStore(const RenderWork& work, Streams& streams) {
  if (!work.flags.quiet) PrintWarnings(WarningsOfWork(work), streams.err);
  const ChunkStore store(work.store->folder, work.store->plan);
  CheckStoreCost(CompileStore(store.plan(), work.flags.simd), store.plan(), work.flags.limits,
                 false);
  store.CheckFolder();
  if (work.flags.dry_run) return 0;
  store.Create(work.flags.Files());
  ShardRules rules = RulesOf(work.flags);
  ProgressMeter meter(streams.err, ProgressOf(work.flags));
  for (const StoreStage stage : StagesOf(store.plan())) {
    rules.progress = meter.Stage(NameOf(stage), PixelsOf(store));
    RunShard(store, stage, 0, rules);
  }
  return 0;
}

int RunShardOf(const RenderWork& work, Streams& streams) {
  const Stopwatch watch;
  const ShardFlags& shard = *work.shard;
  const ChunkStore store = ChunkStore::Open(shard.folder());
  const int64_t index = shard.ShardOf(store.plan());
  ShardRules rules = RulesOf(work.flags);
  if (!work.flags.has_threads) rules.threads = 1;
  rules.resume = shard.resume();
  rules.must_stop = [] { return StopSignal::IsSet(); };
  if (const auto deadline = shard.deadline())
    rules.should_stop = [watch, deadline] { return watch.Seconds() >= *deadline; };
  ProgressMeter meter(streams.err, ProgressOf(work.flags));
  rules.progress = meter.Stage(NameOf(shard.stage()), PixelsOf(store));
  try {
    RunShard(store, shard.stage(), index, rules);
  } catch (const StoppedEarly&) {
    return kStoppedStatus;
  }
  return 0;
}

}  // namespace cobble
