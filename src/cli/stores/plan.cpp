// cobble plan: cuts a picture into shards that many processes render.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/line/command.h"
#include "cli/render/render_command.h"
#include "cli/stores/shard_scripts.h"
#include "cli/stores/store_flags.h"
#include "cli/terminal/style.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "jobs/admission.h"
#include "platform/path.h"
#include "recipe/images/images.h"
#include "render/probes.h"
#include "stores/chunk_store.h"
#include "stores/estimate.h"
#include "stores/shard_run.h"
#include "stores/store_images.h"
#include "stores/store_program.h"

namespace cobble {
namespace {

constexpr double kSampleSeconds = 2;
constexpr double kPixelsPerShard = 268'435'456;  // 2^28

constexpr std::string_view kSchedulers[] = {"slurm", "kubernetes", "make"};
enum class Scheduler { kSlurm, kKubernetes, kMake };

struct PlanFlags {
  std::optional<Scheduler> scheduler;
  std::optional<StoreStage> stage;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Plan", kPlans);
    line->AddEnum(
        {{"--stage", "NAME"},
         "print the commands of one stage: range, render or pyramid (default: "
         "the plan's first)",
         {.brief = "print the commands of one stage: range, render or pyramid", .is_main = true}},
        kStoreStages, &stage);
    line->AddEnum({{"--scheduler", "NAME"},
                   "print a script instead of commands: slurm (a job array for each stage, "
                   "then verify), kubernetes (an Indexed Job of one stage) or make (all "
                   "stages)",
                   {.brief = "print a script instead: slurm, kubernetes or make", .is_main = true}},
                  kSchedulers, &scheduler);
  }
};

// Returns "6.4 TB".
std::string BytesText(double bytes) {
  constexpr std::string_view kUnits[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  for (; bytes >= 999.5 && unit + 1 < std::size(kUnits); ++unit) bytes /= 1000;
  return fmt::format("{:.3g} {}", bytes, kUnits[unit]);
}

// Returns "12 ms", "1.3 s", "12 min", "2.5 h" or "5800 h".
std::string TimeText(double seconds) {
  const auto text = [](double count, std::string_view unit) {
    const bool is_small = count < 9.95;  // a decimal does not make it 10.0
    return fmt::format("{:.{}f} {}", count, is_small ? 1 : 0, unit);
  };
  if (seconds < 0.0995) return text(std::max(seconds * 1000, 0.1), "ms");
  if (seconds < 99.5) return text(seconds, "s");
  if (seconds < 99.5 * 60) return text(seconds / 60, "min");
  return text(seconds / 3600, "h");
}

void PrintEstimate(const ChunkStore& store, const StoreEstimate& estimate, std::ostream& err) {
  const StorePlan& plan = store.plan();
  std::vector<std::string> maps;
  for (const StoreMap& map : plan.maps)
    maps.push_back(plan.elevation
                       ? fmt::format("{} ({} to {} m, as {})", map.map.name, plan.elevation->low,
                                     plan.elevation->high, NameOf(plan.elevation->code))
                       : fmt::format("{} ({} bits)", map.map.name, map.bits));
  const auto shards = static_cast<double>(plan.shards);
  err << fmt::format("cobble: {}: {} x {} pixels, {}, {} of {} x {}, {}\n", Shown(store.name()),
                     plan.recipe.width, plan.recipe.height, CountText(plan.levels + 1, "level"),
                     CountText(store.grid().ChunksOf(0), "chunk"), plan.chunk, plan.chunk,
                     CountText(plan.shards, "shard"));
  err << fmt::format("cobble: {}; about {} on disk in {} files\n", fmt::join(maps, ", "),
                     BytesText(estimate.bytes), estimate.files);
  err << fmt::format(
      "cobble: {:.2g} noise evaluations; about {} on one core, {} a shard, "
      "measured on {} samples\n",
      estimate.evaluations, TimeText(estimate.seconds()), TimeText(estimate.seconds() / shards),
      estimate.samples);
}

// Returns the memory of a shard, of its images and of the program itself.
int64_t MemoryMib(const Program& program, const StorePlan& plan, const RunFlags& run) {
  constexpr uint64_t kProgram = 64, kMin = 256;
  const uint64_t bytes =
      (ShardMemory(program, plan, std::max(run.threads, 1)) + ImageMemory(plan.recipe)).value();
  return static_cast<int64_t>(std::max((bytes >> 20) + kProgram, kMin));
}

// What cobble plan prints about an existing store or a new one.
struct Printer {
  const ChunkStore& store;
  const PlanFlags& flags;
  const ImageFlags& images;
  const RunFlags& run;
  int64_t memory_mib;  // of a shard, for scripts
  Streams& streams;

  // Commands are for one stage; Slurm and make run all stages in order.
  std::vector<StoreStage> Stages() const {
    std::vector<StoreStage> stages = StagesOf(store.plan());
    if (flags.stage) std::erase_if(stages, [&](StoreStage stage) { return stage != *flags.stage; });
    return stages;
  }

  ShardStage ScriptStage(StoreStage stage, const StoreEstimate& estimate) const {
    double seconds = estimate.pyramid_seconds;
    if (stage == StoreStage::kRange) seconds = estimate.range_seconds;
    if (stage == StoreStage::kRender) seconds = estimate.render_seconds;
    return {.name = std::string(NameOf(stage)),
            .command = ShardCommand(store.name(), stage, images, run, ShellKind::kPosix),
            .seconds = seconds / static_cast<double>(store.plan().shards)};
  }

  void PrintCommands(StoreStage stage) const {
    const std::string command = ShardCommand(store.name(), stage, images, run);
    const int64_t shards = store.plan().shards;
    for (int64_t shard = 1; shard <= shards && streams.out; ++shard)  // until the reader is gone
      streams.out << command << " --shard " << shard << '/' << shards << '\n';
  }

  // Throws Error kUsage if no script of the --scheduler can name the store, or no command an image.
  void CheckNames() const {
    images.Words();
    if (!flags.scheduler || Stages().empty()) return;
    CheckScriptStore(store.name());
    if (*flags.scheduler != Scheduler::kKubernetes) return;
    CheckVolumeStore(store.name());
    for (const std::string& path : images.Paths()) CheckVolumeImage(store.name(), path);
  }

  // In: estimate, for time limits.
  std::string Script(Scheduler scheduler, const StoreEstimate& estimate) const {
    const std::vector<StoreStage> stages = Stages();
    ShardScript script;
    script.store = store.name();
    script.title = FileNameOf(WithoutSeparator(AbsolutePath(script.store)));
    for (const StoreStage stage : stages) script.stages.push_back(ScriptStage(stage, estimate));
    script.shards = store.plan().shards;
    script.threads = std::max(run.threads, 1);
    script.memory_mib = memory_mib;
    script.is_one_stage = flags.stage.has_value();
    script.verify = "cobble verify " + StoreWord(script.store, ShellKind::kPosix) +
                    images.Words(ShellKind::kPosix);
    switch (scheduler) {
      case Scheduler::kSlurm:
        // As many as the job asks for.
        script.verify += fmt::format(" --threads {}", script.threads);
        return SlurmScript(script);
      case Scheduler::kKubernetes:
        return KubernetesManifest(script);
      case Scheduler::kMake:
        return Makefile(script);
    }
    return {};
  }

  void Print(const StoreEstimate& estimate) const {
    const std::vector<StoreStage> stages = Stages();
    if (stages.empty()) return;
    const bool is_script = flags.scheduler.has_value();
    if (is_script) {
      streams.out << Script(*flags.scheduler, estimate);
    } else {
      PrintCommands(stages.front());
    }
    const bool has_all = is_script && *flags.scheduler != Scheduler::kKubernetes;
    if (run.quiet || has_all || stages.size() < 2) return;
    streams.err << fmt::format(
        "cobble: hint: when these are done, print the next stage with cobble plan {} --stage "
        "{}{}{}{}\n",
        StoreWord(store.name()), NameOf(stages[1]), is_script ? " --scheduler kubernetes" : "",
        is_script || ShowsImages(stages[1]) ? images.Words() : "", RunWords(run));
  }
};

int64_t DefaultShards(const StorePlan& plan) {
  const double pixels =
      static_cast<double>(plan.recipe.width) * static_cast<double>(plan.recipe.height);
  const auto shards = static_cast<int64_t>(std::ceil(pixels / kPixelsPerShard));
  return std::clamp<int64_t>(shards, 1, plan.Grid().ChunksOf(0));
}

void PlanNewStore(const StoreRequest& request, const PlanFlags& flags, const ImageFlags& images,
                  const RunFlags& run, Streams& streams) {
  StorePlan store_plan = request.plan;
  if (!request.has_shards) store_plan.shards = DefaultShards(store_plan);
  if (!run.quiet) PrintWarnings(request.warnings, streams.err);
  const Program program = CompileNewStore(&store_plan, run.simd);
  const ChunkStore store(request.folder, store_plan);
  if (!run.quiet) PrintWarnings(ProgramWarnings(program, store_plan), streams.err);
  CheckStoreCost(program, store_plan, run.limits);
  store.CheckFolder();
  const int64_t memory_mib = MemoryMib(program, store_plan, run);
  const Printer printer{store, flags, images, run, memory_mib, streams};
  printer.CheckNames();
  const StoreEstimate estimate = EstimateStore(store, program, kSampleSeconds);
  if (!run.quiet) {
    PrintEstimate(store, estimate, streams.err);
    PrintWarnings(ClampWarnings(program, store_plan, store.name(), LikelyRange(program)),
                  streams.err);
  }
  if (run.dry_run) return;
  store.Create(run.Files());
  printer.Print(estimate);
}

// Only the commands of the pyramid do without the images.
void PlanExistingStore(const std::string& folder, const PlanFlags& flags, const ImageFlags& images,
                       const RunFlags& run, Streams& streams) {
  const ChunkStore store = ChunkStore::Open(folder, images.Read());
  StorePlan plan = store.plan();
  if (flags.scheduler || ShowsImages(flags.stage.value_or(StoreStage::kRender)))
    RequireImages(store);
  plan.recipe = WithStandIns(plan.recipe);
  StoreEstimate estimate;
  int64_t memory_mib = 0;
  const Program program = CompileStore(plan, run.simd);
  if (flags.scheduler) {
    memory_mib = MemoryMib(program, plan, run);
    estimate = EstimateStore(store, program, kSampleSeconds);
  }
  const Printer printer{store, flags, images, run, memory_mib, streams};
  printer.CheckNames();
  printer.Print(estimate);
}

}  // namespace

void DeclarePlan(CommandLine* line) {
  line->Describe(
      {.usage = "[RECIPE | PICTURE | -] -o STORE [flags]  |  DIR [flags]",
       .summary =
           "Cut a picture that is too large for one machine into shards. Checks everything, prints "
           "an estimate of the cost, writes the metadata of the store, and prints one command for "
           "each shard. STORE is NAME.zarr, or \"DIR/{z}/{x}/{y}.png\" with --tile-scheme xyz.\n\n"
           "The commands of a stage may run in any order, on any machine that sees the folder, "
           "more than once and at the same time. The stages run one after another: range, only if "
           "the range is fit, finds the minimum and maximum; render makes the chunks; pyramid, "
           "only with --levels, the coarser levels. cobble plan DIR prints the commands of the "
           "first stage of an existing store, or of the stage given by --stage, if it has one.",
       .positionals = kRenderPositionals,
       .destinations = kPlans});
  const auto flags = line->Keep<PlanFlags>();
  flags->AddTo(line);
  const auto command = line->Keep<RenderCommand>(line);
  line->OnRun([flags, command](const Args& positionals, Streams& streams) {
    if (command->Read(positionals, streams) == kOldPlan) {
      PlanExistingStore(positionals.front(), *flags, command->images(), command->run(), streams);
    } else {
      PlanNewStore(command->Store(), *flags, command->images(), command->run(), streams);
    }
  });
}

}  // namespace cobble
