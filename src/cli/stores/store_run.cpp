// Implements RunStore and RunShardOf.
#include "cli/stores/store_run.h"

#include <fmt/format.h>

#include <iterator>
#include <ostream>
#include <string>
#include <utility>

#include "cli/exit_status.h"
#include "cli/terminal/progress.h"
#include "cli/terminal/style.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "jobs/admission.h"
#include "jobs/recipe_warnings.h"
#include "jobs/run_warnings.h"
#include "output/formats.h"
#include "platform/clock.h"
#include "platform/signals.h"
#include "stores/chunk_store.h"
#include "stores/range_parts.h"
#include "stores/shard_run.h"
#include "stores/store_program.h"

namespace cobble {
namespace {

ShardRules RulesOf(const RunFlags& flags) {
  return {.threads = flags.threads,
          .simd = flags.simd,
          .files = flags.Files(),
          .memory = flags.limits.max_memory};
}

// Returns the pixels of a shard, for the rate that the progress shows.
double PixelsOf(const ChunkStore& store) {
  return static_cast<double>(store.plan().recipe.width) *
         static_cast<double>(store.plan().recipe.height) / static_cast<double>(store.plan().shards);
}

ProgressMeter::Mode ProgressOf(const RunFlags& flags) {
  return flags.quiet ? ProgressMeter::kNever : flags.progress;
}

// Prints what a dry run would write: each map, and the total cost.
void PrintPlan(const ChunkStore& store, const Program& program, std::ostream& err) {
  const StorePlan& plan = store.plan();
  const ChunkGrid& grid = store.grid();
  const auto [width, height] = std::pair(plan.recipe.width, plan.recipe.height);
  const std::string levels =
      plan.levels > 0 ? " in " + CountText(plan.levels + 1, "level") : std::string();
  Size all;
  for (const StoreMap& map : plan.maps) {
    Size bytes;
    for (int level = 0; level <= plan.levels; ++level)
      bytes = bytes +
              SampleBytes({map.map}, map.bits, {0, 0, grid.WidthOf(level), grid.HeightOf(level)});
    if (plan.elevation) bytes = Size(3u) * bytes;  // a code in the three channels of a tile
    all = all + bytes;
    err << fmt::format(
        "cobble: would write {}: {}, {} x {} pixels, {} bits, {} bytes of samples{}\n",
        Shown(store.name()), map.map.name, width, height, plan.elevation ? 24 : map.bits,
        bytes.value(), levels);
  }
  int64_t chunks = 0;
  for (int level = 0; level <= plan.levels; ++level) chunks += grid.ChunksOf(level);
  const double pixels = static_cast<double>(width) * static_cast<double>(height);
  const double rendered = pixels * (HaloFactor(plan) + (HasRangeStage(plan) ? 1 : 0));
  err << fmt::format("cobble: {}, {:.0f} pixels, {:.3g} noise evaluations, {} bytes of samples\n",
                     CountText(chunks * std::ssize(plan.maps), "chunk"), pixels,
                     rendered * EvaluationsPerPixel(program), all.value());
}

// Warns of clipped curvatures in a complete store.
void PrintClipping(const StoreRequest& request, const RunFlags& flags, const ChunkStore& store,
                   const Program& program, std::ostream& err) {
  if (flags.quiet) return;
  const StorePlan& plan = store.plan();
  const HeightRange range =
      HasRangeStage(plan) ? JoinRange(store, flags.Files()) : ResolveRange(program, {});
  const std::vector<PictureMap> maps = MapsOf(PicturesOf(plan));
  PrintWarnings(ClipWarning(request.plan.recipe, ClippedCurvatures(program, {}, maps, range)), err);
}

}  // namespace

void RunStore(const StoreRequest& request, const RunFlags& flags, Streams& streams) {
  if (!flags.quiet) PrintWarnings(request.warnings, streams.err);
  StorePlan plan = request.plan;
  const Program program = CompileNewStore(&plan, flags.simd);
  const ChunkStore store(request.folder, std::move(plan));
  if (!flags.quiet) PrintWarnings(FineWarnings(program), streams.err);
  CheckStoreCost(program, store.plan(), flags.limits, false);
  store.CheckFolder();
  if (flags.dry_run) {
    if (!flags.quiet) PrintPlan(store, program, streams.err);
    return;
  }
  store.Create(flags.Files());
  ShardRules rules = RulesOf(flags);
  ProgressMeter meter(streams.err, ProgressOf(flags));
  for (const StoreStage stage : StagesOf(store.plan())) {
    rules.progress = meter.Stage(NameOf(stage), PixelsOf(store));
    RunShard(store, stage, 0, rules);
  }
  PrintClipping(request, flags, store, program, streams.err);
}

int RunShardOf(const ShardFlags& shard, const RunFlags& flags, Streams& streams) {
  const Stopwatch watch;
  const ChunkStore store = ChunkStore::Open(shard.folder());
  const int64_t index = shard.ShardOf(store.plan());
  ShardRules rules = RulesOf(flags);
  if (!flags.has_threads) rules.threads = 1;
  rules.resume = shard.resume();
  rules.must_stop = [] { return stop_signal::IsSet(); };
  if (const auto deadline = shard.deadline())
    rules.should_stop = [watch, deadline] { return watch.Seconds() >= *deadline; };
  ProgressMeter meter(streams.err, ProgressOf(flags));
  rules.progress = meter.Stage(NameOf(shard.stage()), PixelsOf(store));
  try {
    RunShard(store, shard.stage(), index, rules);
  } catch (const StoppedEarly&) {
    return kStoppedStatus;
  }
  return 0;
}

}  // namespace cobble
