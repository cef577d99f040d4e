// cobble render: finds out what a command line fills, makes the run or the store, and renders it.
#include "cli/render/render_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ostream>
#include <span>
#include <string>
#include <utility>

#include "cli/failure.h"
#include "cli/line/command.h"
#include "cli/render/run_printer.h"
#include "cli/terminal/style.h"
#include "cobble/error.h"
#include "cobble/version.h"
#include "core/list_text.h"
#include "core/suggest.h"
#include "engines/set_files.h"
#include "jobs/admission.h"
#include "jobs/depfile.h"
#include "jobs/elevation.h"
#include "jobs/request.h"
#include "jobs/run_warnings.h"
#include "jobs/sets/set_among.h"
#include "output/formats.h"
#include "output/picture.h"
#include "platform/clock.h"
#include "platform/file.h"
#include "platform/shell_words.h"
#include "platform/signals.h"
#include "sources/picture_source.h"
#include "stores/chunk_store.h"
#include "stores/range_parts.h"
#include "stores/shard_run.h"
#include "stores/store_program.h"
#include "stores/tile_names.h"

namespace cobble {
namespace {

// Warns if the recipe of a picture or store may now give other pixels.
std::vector<Issue> VersionWarning(const std::optional<RecipeSource>& input) {
  const auto output = input ? OutputOf(*input) : std::nullopt;
  if (!output || output->noise_version == kNoiseVersion) return {};
  return {{Shown(input->name), fmt::format("rendered by noise version {}", output->noise_version),
           fmt::format("this is version {}, so pixels may differ", kNoiseVersion)}};
}

// Returns "-o a.png"; the path alone for a picture of a set.
std::string ShownName(const PictureOutput& picture) {
  return (picture.label.option.empty() ? "" : "-o ") + picture.label.value;
}

// --- Rendering files ---

double PixelsOf(std::span<const Job> jobs) {
  double pixels = 0;
  for (const Job& job : jobs) {
    const auto frames = job.sprites ? static_cast<double>(job.sprites->frames.size()) : 1;
    pixels +=
        frames * static_cast<double>(job.window.width) * static_cast<double>(job.window.height);
  }
  return pixels;
}

void Render(const CommandRun& run, const Stopwatch& watch, Streams& streams) {
  const RunFlags& flags = run.flags;
  PathCheck check(flags.Paths());
  run.AddInputs(&check);
  run.AddOutputs(&check);
  if (!flags.quiet) PrintWarnings(WarningsOf(run), streams.err);
  RunPrinter printer(run, streams, watch, run.WritesStdout());
  if (flags.dry_run) {
    if (!flags.quiet) PrintWarnings(ClampWarnings(run.jobs), streams.err);
    printer.PrintPlan();
    printer.WritePlan();
    if (!flags.checksum) return;
  } else {
    check.MakeFolders();
  }
  std::vector<Job> jobs = run.JobsToRender();
  const Recipe& recipe = jobs.front().recipe->recipe();
  const bool wants_hint = jobs.size() == 1 && !flags.quiet && !flags.dry_run &&
                          IsTerminal(streams.err) && WantsRangeHint(recipe, jobs.front());
  if (wants_hint) jobs.front().statistics = true;
  std::vector<Issue> hint;
  ProgressMeter meter(streams.err, flags.ProgressMode());
  RunRules rules;
  rules.threads = flags.threads;
  rules.progress = meter.Stages(PixelsOf(jobs));
  rules.complete = [&](std::size_t index, const JobResult& result) {
    printer.Complete(index, result);
  };
  rules.committed = [&](std::size_t index, const JobResult& result) {
    printer.Committed(index, result);
    printer.PrintUnchanged(index, result);
    if (wants_hint) hint = RangeHint(result.bands.statistics, result.range);
  };
  printer.PrintLimits();
  RunJobs(jobs, rules);
  PrintWarnings(printer.Warnings(), streams.err);
  PrintHints(hint, streams.err);
  if (!flags.quiet && !flags.dry_run && !run.sets.empty())
    PrintHints(run.sets.front()->Hints(), streams.err);
}

// --- Rendering stores ---

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

void RunStore(const StoreRequest& request, const RunFlags& flags, Streams& streams) {
  if (!flags.quiet) PrintWarnings(request.warnings, streams.err);
  StorePlan plan = request.plan;
  const Program program = CompileNewStore(&plan, flags.simd);
  const ChunkStore store(request.folder, std::move(plan));
  if (!flags.quiet) PrintWarnings(ProgramWarnings(program, store.plan()), streams.err);
  CheckStoreCost(program, store.plan(), flags.limits, false);
  store.CheckFolder();
  if (flags.dry_run) {
    if (!flags.quiet) PrintPlan(store, program, streams.err);
    return;
  }
  store.Create(flags.Files());
  ShardRules rules = RulesOf(flags);
  ProgressMeter meter(streams.err, flags.ProgressMode());
  for (const StoreStage stage : StagesOf(store.plan())) {
    rules.progress = meter.Stage(NameOf(stage), PixelsOf(store));
    RunShard(store, stage, 0, rules);
  }
  if (flags.quiet) return;
  const HeightRange range =
      HasRangeStage(store.plan()) ? JoinRange(store, flags.Files()) : ResolveRange(program, {});
  PrintWarnings(ClampWarnings(program, store.plan(), store.name(), range), streams.err);
}

int RunShardOf(const ShardFlags& shard, const ImageFlags& images, const RunFlags& flags,
               Streams& streams) {
  const Stopwatch watch;
  const ChunkStore store = ChunkStore::Open(shard.folder, images.Read());
  const int64_t index = shard.ShardOf(store.plan());
  ShardRules rules = RulesOf(flags);
  if (!flags.has_threads) rules.threads = 1;
  rules.resume = shard.resume;
  rules.must_stop = [] { return stop_signal::IsSet(); };
  if (const auto deadline = shard.deadline)
    rules.should_stop = [watch, deadline] { return watch.Seconds() >= *deadline; };
  ProgressMeter meter(streams.err, flags.ProgressMode());
  rules.progress = meter.Stage(NameOf(shard.stage), PixelsOf(store));
  try {
    RunShard(store, shard.stage, index, rules);
  } catch (const StoppedEarly&) {
    return kStoppedStatus;
  }
  return 0;
}

}  // namespace

std::vector<Job> CommandRun::JobsToRender(bool for_report) const {
  std::vector<Job> rendered = jobs;
  for (Job& job : rendered) {
    if (flags.dry_run) job.pictures.clear();
    job.statistics = job.statistics || for_report || !flags.report.empty();
  }
  return rendered;
}

bool CommandRun::WritesStdout() const {
  return std::ranges::any_of(jobs, [](const Job& job) {
    return std::ranges::any_of(
        job.pictures, [](const PictureOutput& picture) { return IsStandardOutput(picture.path); });
  });
}

std::string CommandRun::DepfileText() const {
  std::vector<std::string> outputs, sources;
  for (const Job& job : jobs)
    for (const std::string& path : FilesOf(job))
      if (path != "-") outputs.push_back(path);
  if (vrt) outputs.push_back(vrt->path);
  for (const auto* const paths : {&inputs, &images})
    for (const std::string& path : *paths)
      if (!IsWrittenDirectly(path)) sources.push_back(path);  // devices and pipes have no time
  return cobble::DepfileText(outputs, sources);
}

void CommandRun::AddInputs(PathCheck* check, const std::string& place,
                           const std::string& hint) const {
  for (const std::string& path : inputs)
    check->AddInput(place + "the recipe " + Shown(path), path, hint);
  for (const std::string& path : images)
    check->AddInput(place + "the image " + Shown(path), path, hint);
}

void CommandRun::AddOutputs(PathCheck* check, const std::string& place) const {
  for (const Job& job : jobs)
    for (const PictureOutput& picture : job.pictures) {
      if (picture.memory) continue;
      for (const std::string& path : PathsOf(*picture.format, picture.path))
        check->AddOutput(
            place + (path == picture.path ? "" : "the sidecar of ") + ShownName(picture), path);
    }
  for (const auto& set : sets)
    for (const std::string& path : set->OtherPaths()) check->AddOutput(place + Shown(path), path);
  const auto add = [&](const std::string& flag, const std::string& path) {
    if (!path.empty()) check->AddOutput(place + flag + ' ' + Shown(path), path);
  };
  if (vrt) add("--vrt", vrt->path);
  add("--report", flags.report);
  add("--depfile", flags.depfile);
}

RenderCommand::RenderCommand(CommandLine* line) : line_(*line) {
  const unsigned destinations = line->destinations();
  flags_.output.AddTo(line);
  flags_.series.AddTo(line);
  if (destinations & kNewStore) flags_.store.AddTo(line);
  if (destinations & kShard) flags_.shard.AddTo(line);
  flags_.run.AddTo(line);
  flags_.recipe.AddTo(line);
}

bool RenderCommand::IsStoreFolder(const Args& positionals) const {
  if (positionals.empty()) return false;
  const std::string& path = positionals.front();
  const bool has_output = !flags_.output.requests.empty();
  FileStatus status;
  const int error = file::StatusOf(path, &status);
  if (path != "-" && (IsZarrPath(path) || !has_output) && file::IsAbsent(error))
    throw Error(ErrorKind::kIo, Shown(path),
                IsZarrPath(path) ? "there is no such store" : "there is no such file or store",
                "make a store, as in cobble plan RECIPE -o NAME.zarr");
  // With an output, a store gives its recipe to a new one.
  const bool may_be_store =
      error == 0 ? status.kind == FileKind::kFolder : !file::IsAbsent(error) && IsZarrPath(path);
  return !has_output && may_be_store;
}

// Throws Error kUsage unless there are outputs and all are stores.
void RenderCommand::RequireStoreNames() const {
  const auto& requests = flags_.output.requests;
  const auto other = std::ranges::find_if_not(requests, [](const PictureRequest& request) {
    return IsZarrPath(request.path) || HasTilePlaceholders(request.path);
  });
  if (!requests.empty() && other == requests.end()) return;
  Refuse(requests.empty() ? "" : "-o " + Shown(other->path),
         requests.empty() ? "no store given" : "is not the name of a store",
         "write -o NAME.zarr, or -o \"DIR/{z}/{x}/{y}.png\" --tile-scheme xyz");
}

Destination RenderCommand::DestinationOf(const Args& positionals) const {
  const unsigned destinations = line_.destinations();
  if (flags_.shard.IsOn()) return kShard;
  if ((destinations & kOldPlan) && IsStoreFolder(positionals)) return kOldPlan;
  flags_.output.RefuseSeparateFiles(positionals);
  if (destinations & kNewPlan) RequireStoreNames();
  if (!flags_.store.IsStore(flags_.output.requests)) return kPictureFiles;
  if (!(destinations & kNewStore))
    Refuse("-o", "cobble " + line_.name() + " does not write stores", "use cobble render");
  return destinations & kNewPlan ? kNewPlan : kStore;
}

Destination RenderCommand::Read(const Args& positionals, Streams& streams) {
  const Destination destination = DestinationOf(positionals);
  if (destination != kShard && positionals.size() > 1) line_.RefuseArgument(positionals[1]);
  line_.RefuseFlagsNotFor(destination);
  flags_.run.has_threads = line_.Has("--threads");
  if (destination == kShard) {
    flags_.shard.Check(positionals);
  } else if (destination != kOldPlan) {
    flags_.input = flags_.recipe.Read(positionals, streams.in);
    TakeNodeRange();
  }
  return destination;
}

void RenderCommand::TakeNodeRange() {
  std::vector<std::string> maps;
  for (const PictureRequest& request : flags_.output.requests) {
    if (request.maps.empty()) return;
    maps.insert(maps.end(), request.maps.begin(), request.maps.end());
  }
  if (flags_.output.engine) return;
  flags_.node_range = flags_.recipe.TakeNodeRange(
      maps, [&](const RecipeOptions& each) { return each.Layers(flags_.input); });
}

// Returns what 0 and 1 are in pictures of nodes alone, if the command line or the picture that is
// made again says so.
std::optional<Bounds> RenderCommand::NodeRange(
    const std::optional<OutputMetadata>& metadata) const {
  if (flags_.node_range || !metadata || !metadata->nodes_by_range) return flags_.node_range;
  return metadata->range;
}

// Returns the job of a resolved recipe, without the pictures that an engine asks for.
Job RenderCommand::NewJob(const Recipe& recipe) const {
  const RunFlags& flags = flags_.run;
  const auto metadata = PictureDefaults(flags_.input, recipe);
  Job job;
  job.window = metadata ? metadata->window : Window{0, 0, recipe.width, recipe.height};
  job.origin = OriginOf(flags_.input, recipe, job.window);
  job.node_range = NodeRange(metadata);
  if (flags.window) {
    job.window = *flags.window;
    job.origin = {.option = "window"};
  }
  const EngineSpec* const engine = flags_.output.engine;
  const auto& requests = flags_.output.requests;
  const OutputSettings& settings = flags_.output.settings;
  job.pictures = engine ? AddedPictures(*engine, recipe, requests, settings, metadata)
                        : PicturesOf(recipe, requests, settings, metadata);
  job.anchor = flags.anchor;
  job.threads = flags.threads;
  job.limits = flags.limits;
  job.has_checksum = flags.checksum;
  job.files = flags.Files();
  return job;
}

CommandRun RenderCommand::Files() const {
  const RunFlags& flags = flags_.run;
  if (!flags_.output.engine && !(flags.dry_run && flags.checksum)) flags_.output.RequireAny();
  Request request;
  request.recipe = flags_.recipe.Layers(flags_.input);
  request.series = flags_.series.series();
  request.vrt = flags_.series.vrt;
  if (const EngineSpec* const engine = flags_.output.engine) {
    request.set = {.engine = engine,
                   .path = SetAmong(*engine, flags_.output.requests).path,
                   .materialx = flags_.output.materialx,
                   .settings = flags_.output.settings};
    if (const auto output = flags_.input ? OutputOf(*flags_.input) : std::nullopt)
      request.set_before = output->engine;
  }
  request.job = [this](const Recipe& recipe) { return NewJob(recipe); };
  request.simd = flags.simd;
  request.needs_value = flags.checksum || !flags.report.empty();
  if (flags_.input && !flags_.recipe.has_flags()) request.range = flags_.input->range;
  request.elevation = ElevationWishOf(flags_.output.settings,
                                      flags_.input ? OutputOf(*flags_.input) : std::nullopt);
  request.names = kSettingFlags;
  CommandRun run{MakeRun(request), flags};
  const std::vector<Issue> version = VersionWarning(flags_.input);
  run.warnings.insert(run.warnings.begin(), version.begin(), version.end());
  run.recipe_name = flags_.recipe.NameOf(flags_.input);
  run.images = flags_.recipe.images().Paths();
  run.inputs = flags_.recipe.libraries().paths();
  if (flags_.input)
    run.inputs.insert(run.inputs.begin(), flags_.input->paths.begin(), flags_.input->paths.end());
  if (!flags.depfile.empty() && run.DepfileText().starts_with(':'))
    Refuse("--depfile", "no picture is written to a file");
  return run;
}

StoreRequest RenderCommand::Store() const {
  const Recipe recipe = flags_.recipe.Layers(flags_.input).Resolve();
  const auto metadata = PictureDefaults(flags_.input, recipe);
  auto pictures = PicturesOf(recipe, flags_.output.requests, flags_.output.settings, metadata);
  ScaleNodes(NodeRange(metadata), pictures);
  if (const auto wish = ElevationWishOf(flags_.output.settings, metadata))
    SetElevations(recipe, *wish, pictures);
  StoreRequest store = flags_.store.RequestFor(recipe, pictures);
  store.warnings = VersionWarning(flags_.input);
  const std::vector<Issue> of_codes = ElevationWarning(store.plan.elevation);
  store.warnings.insert(store.warnings.end(), of_codes.begin(), of_codes.end());
  return store;
}

void DeclareRender(CommandLine* line) {
  line->Describe(kRenderText);
  const auto command = line->Keep<RenderCommand>(line);
  line->OnRun([command](const Args& positionals, Streams& streams) {
    const Stopwatch watch;
    if (!command->shard().IsOn()) stop_signal::Release();
    const Destination destination = command->Read(positionals, streams);
    if (destination == kShard)
      return RunShardOf(command->shard(), command->images(), command->run(), streams);
    if (destination == kStore) {
      RunStore(command->Store(), command->run(), streams);
    } else {
      Render(command->Files(), watch, streams);
    }
    return 0;
  });
}

}  // namespace cobble
