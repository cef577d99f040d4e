// Finds out what a command line fills, and makes the run or the store.
#include "cli/render/render_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/line/shell_words.h"
#include "cobble/error.h"
#include "cobble/version.h"
#include "core/suggest.h"
#include "jobs/recipe_warnings.h"
#include "jobs/request.h"
#include "jobs/sets/set_among.h"
#include "output/picture.h"
#include "platform/file.h"
#include "recipe/images/images.h"
#include "sources/picture_source.h"
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

bool IsPictureWithoutRecipe(const std::string& path, std::istream& in) try {
  if (path == "-") return false;
  const PictureFile file = OpenPictureSource(path, in).file;
  OpenPictureFile(file);
  const auto metadata = FindPictureMetadata(MetadataBytes(file), Shown(path));
  return !metadata || metadata->recipe.empty();
} catch (const Error&) {
  return false;
}

void Append(const std::vector<Issue>& more, std::vector<Issue>* issues) {
  issues->insert(issues->end(), more.begin(), more.end());
}

}  // namespace

RenderCommand::RenderCommand(CommandLine* line) : line_(*line) {
  const unsigned destinations = line->destinations();
  flags_.output.AddTo(line);
  flags_.engine.AddTo(line);
  flags_.series.AddTo(line);
  if (destinations & kNewStore) flags_.store.AddTo(line);
  if (destinations & kNewPlan) flags_.store.AddShards(line);
  if (destinations & kShard) flags_.shard.AddTo(line);
  flags_.run.AddTo(line);
  flags_.recipe.AddTo(line);
}

bool RenderCommand::IsStoreFolder(const Args& positionals) const {
  if (positionals.empty()) return false;
  const std::string& path = positionals.front();
  const bool has_output = !flags_.output.Paths().empty();
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
void RenderCommand::RequireStoreNames(std::span<const std::string> paths) const {
  const auto is_name = [&](const std::string& path) {
    return IsZarrPath(path) || HasTilePlaceholders(path);
  };
  const auto other = std::ranges::find_if_not(paths, is_name);
  if (!paths.empty() && other == paths.end()) return;
  throw Error(ErrorKind::kUsage, paths.empty() ? "" : "-o " + Shown(*other),
              paths.empty() ? "no store given" : "is not the name of a store",
              "write -o NAME.zarr, or -o \"DIR/{z}/{x}/{y}.png\" --tile-scheme xyz");
}

Destination RenderCommand::DestinationOf(const Args& positionals) const {
  const unsigned destinations = line_.destinations();
  if (flags_.shard.IsOn()) return kShard;
  if ((destinations & kOldPlan) && IsStoreFolder(positionals)) return kOldPlan;
  flags_.output.RefuseSeparateFiles(positionals);
  const auto paths = flags_.output.Paths();
  if (destinations & kNewPlan) RequireStoreNames(paths);
  if (!flags_.store.IsStore(paths, flags_.output.Given())) return kPictureFiles;
  if (!(destinations & kNewStore))
    throw Error(ErrorKind::kUsage, "-o", "cobble " + line_.name() + " does not write stores",
                "use cobble render");
  return destinations & kNewPlan ? kNewPlan : kStore;
}

// If a picture has no recipe, says how to use it as a heightmap.
std::optional<RecipeSource> RenderCommand::ReadInput(const Args& positionals,
                                                     std::istream& in) const try {
  return flags_.recipe.Read(positionals, in);
} catch (const Error& error) {
  if (positionals.empty() || !IsPictureWithoutRecipe(positionals.front(), in)) throw;
  std::string command = "cobble " + line_.name() + " --preset from-height --image " +
                        ShellWord("height=" + positionals.front());
  for (const std::string& output : flags_.output.Given()) command += " -o " + ShellWord(output);
  std::vector<Issue> issues = error.issues();
  issues.front().hint = "to use it as a heightmap, write " + command;
  throw Error(error.kind(), std::move(issues));
}

Destination RenderCommand::Read(const Args& positionals, Streams& streams) {
  const Destination destination = DestinationOf(positionals);
  if (destination != kShard && positionals.size() > 1) line_.RefuseArgument(positionals[1]);
  line_.RefuseFlagsNotFor(destination);
  flags_.run.has_threads = line_.Has("--threads");
  if (destination == kShard) {
    flags_.shard.Check(positionals);
  } else if (destination != kOldPlan) {
    flags_.input = ReadInput(positionals, streams.in);
  }
  return destination;
}

// Returns the job of a resolved recipe, without the pictures that an engine asks for.
Job RenderCommand::NewJob(const Recipe& recipe) const {
  const RunFlags& flags = flags_.run;
  const auto metadata = PictureDefaults(flags_.input, recipe);
  Job job;
  job.window = metadata ? metadata->window : Window{0, 0, recipe.width, recipe.height};
  job.origin = OriginOf(flags_.input, recipe, job.window);
  job.nodes_by_range = metadata && metadata->nodes_by_range;
  if (flags.window) {
    job.window = *flags.window;
    job.origin = {.option = "window"};
  }
  const EngineSpec* const engine = flags_.engine.engine;
  const auto& requests = flags_.output.requests();
  const OutputSettings& settings = flags_.output.settings();
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
  if (!flags_.engine.engine && !(flags.dry_run && flags.checksum)) flags_.output.RequireAny();
  Request request;
  request.recipe = flags_.recipe.Layers(flags_.input);
  request.series = flags_.series.series();
  request.vrt = flags_.series.vrt();
  if (const EngineSpec* const engine = flags_.engine.engine) {
    request.set = {.engine = engine,
                   .path = SetAmong(*engine, flags_.output.requests()).path,
                   .materialx = flags_.engine.materialx,
                   .settings = flags_.output.settings()};
    if (const auto output = flags_.input ? OutputOf(*flags_.input) : std::nullopt)
      request.set_before = output->engine;
  }
  request.job = [this](const Recipe& recipe) { return NewJob(recipe); };
  request.simd = flags.simd;
  request.needs_value = flags.checksum || !flags.report.empty();
  if (flags_.input && !flags_.recipe.has_flags()) request.range = flags_.input->range;
  request.names = kSettingFlags;
  CommandRun run{MakeRun(request), flags};
  const std::vector<Issue> version = VersionWarning(flags_.input);
  run.warnings.insert(run.warnings.begin(), version.begin(), version.end());
  run.recipe_name = flags_.recipe.NameOf(flags_.input);
  run.images = flags_.recipe.images().Paths();
  if (flags_.input) run.inputs = flags_.input->paths;
  if (!flags.depfile.empty()) CheckDepfile(run);
  return run;
}

StoreRequest RenderCommand::Store() const {
  const Recipe recipe = flags_.recipe.Layers(flags_.input).Resolve();
  if (!ImageNames(recipe).empty())
    throw Error(ErrorKind::kUsage, "-o",
                "a store cannot use images: its shards have only the recipe",
                "render a picture, or several with --tiles");
  const auto metadata = PictureDefaults(flags_.input, recipe);
  auto pictures = PicturesOf(recipe, flags_.output.requests(), flags_.output.settings(), metadata);
  ScaleNodes(recipe, metadata && metadata->nodes_by_range, pictures);
  StoreRequest store = flags_.store.RequestFor(recipe, pictures);
  std::vector<std::string> maps;
  for (const StoreMap& map : store.plan.maps) maps.push_back(map.map.name);
  store.warnings = VersionWarning(flags_.input);
  Append(WarningsOf(recipe, maps), &store.warnings);
  Append(ElevationWarning(store.plan), &store.warnings);
  return store;
}

}  // namespace cobble
