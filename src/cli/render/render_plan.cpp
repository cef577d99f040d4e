// Makes the plan of a render command.
#include "cli/render/render_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/render/depfile.h"
#include "cli/render/job_planner.h"
#include "cli/render/warnings.h"
#include "cobble/error.h"
#include "core/suggest.h"
#include "output/picture.h"
#include "stores/tile_names.h"

namespace cobble {
namespace {

// Throws Error kUsage if the depfile would name no picture, or cannot name one of its files.
void CheckDepfile(const RenderPlan& plan) {
  if (plan.DepfileText().starts_with(':'))
    throw Error(ErrorKind::kUsage, "--depfile", "no picture is written to a file");
}

}  // namespace

bool RenderPlan::WritesStdout() const {
  return std::ranges::any_of(jobs, [](const Job& job) {
    return std::ranges::any_of(job.run.pictures, [](const PicturePlan& picture) {
      return IsStandardOutput(picture.path);
    });
  });
}

std::vector<VrtTile> RenderPlan::VrtTiles() const {
  std::vector<VrtTile> tiles;
  tiles.reserve(jobs.size());
  for (const Job& job : jobs) tiles.push_back({job.run.pictures.front().path, job.run.window});
  return tiles;
}

std::string RenderPlan::DepfileText() const {
  std::vector<std::string> outputs, sources;
  for (const Job& job : jobs)
    for (const std::string& path : FilesOf(job.run))
      if (path != "-") outputs.push_back(path);
  if (vrt) outputs.push_back(vrt->path);
  for (const std::string& path : inputs)
    if (!IsWrittenDirectly(path)) sources.push_back(path);  // devices and pipes have no time
  return cobble::DepfileText(outputs, sources);
}

PlanCommand RenderCommand() {
  return {.name = "render",
          .usage = "[RECIPE | PICTURE | -] -o [MAP[,MAP...]=]FILE ... [flags]",
          .summary =
              "Render pictures from a recipe. The recipe is built from a preset (if any), then "
              "RECIPE\n"
              "(a file, a picture or store of cobble, or - for standard input), then flags; each\n"
              "overrides the ones before it.",
          .pictures = PlanCommand::kAny};
}

struct RenderPlanner::Impl {
  PlanCommand command;
  CommandLine line;
  RenderRequest request;  // the handlers of `line` have pointers to its members

  explicit Impl(const PlanCommand& plan_command)
      : command(plan_command), line(command.name, command.usage, command.summary) {
    if (command.add_flags) command.add_flags(&line);
    request.output.AddTo(&line);
    if (command.pictures != PlanCommand::kStores) {
      request.engine.AddTo(&line);
      request.series.AddTo(&line);
    }
    if (command.pictures != PlanCommand::kFiles) request.store.AddTo(&line);
    if (command.pictures == PlanCommand::kStores) request.store.AddShards(&line);
    if (command.pictures == PlanCommand::kAny) request.shard.AddTo(&line);
    request.run.AddTo(&line);
    request.recipe.AddTo(&line);
    if (command.pictures == PlanCommand::kStores) DescribeFlagsOfPlan(&line);
  }

  // Whether the argument of cobble plan is a store, of which it prints the commands.
  bool IsStoreFolder() const;
  // Throws Error kUsage unless all outputs are stores, and there is one.
  void RequireStoreNames(std::span<const std::string> paths) const;
  // Whether the outputs are a store.
  bool IsStore() const;
  RenderPlan PlanParsed(Streams& streams);
};

bool RenderPlanner::Impl::IsStoreFolder() const {
  if (command.pictures != PlanCommand::kStores || line.Positionals().empty()) return false;
  const std::string& path = line.PositionalsAtMost(1).front();
  const bool has_output = !request.output.Paths().empty();
  std::error_code error;
  const auto type = std::filesystem::status(path, error).type();
  if (path != "-" && (IsZarrPath(path) || !has_output) &&
      type == std::filesystem::file_type::not_found)
    throw Error(ErrorKind::kIo, Shown(path),
                IsZarrPath(path) ? "there is no such store" : "there is no such file or store",
                "make a store, as in cobble plan RECIPE -o NAME.zarr");
  // With an output, a store gives its recipe to a new one.
  const bool may_be_store = type == std::filesystem::file_type::directory ||
                            (type == std::filesystem::file_type::none && IsZarrPath(path));
  if (has_output || !may_be_store) return false;
  RefuseFlagsWithFolder(line.UsedFlags());
  return true;
}

// Before the errors of flags that have no effect without a store.
void RenderPlanner::Impl::RequireStoreNames(std::span<const std::string> paths) const {
  const auto is_name = [&](const std::string& path) {
    return IsZarrPath(path) || HasTilePlaceholders(path);
  };
  const auto other = std::ranges::find_if_not(paths, is_name);
  if (!paths.empty() && other == paths.end()) return;
  throw Error(ErrorKind::kUsage, paths.empty() ? "" : "-o " + Shown(*other),
              paths.empty() ? "no store given" : "is not the name of a store",
              "write -o NAME.zarr, or -o 'DIR/{z}/{x}/{y}.png' --tile-scheme xyz");
}

bool RenderPlanner::Impl::IsStore() const {
  const auto paths = request.output.Paths();
  if (command.pictures == PlanCommand::kStores) RequireStoreNames(paths);
  const bool is_store = request.store.IsStore(paths);
  if (is_store && command.pictures == PlanCommand::kFiles)
    throw Error(ErrorKind::kUsage, "-o", "cobble " + command.name + " writes no stores",
                "use cobble render");
  if (is_store) RefuseFlagsWithStore(line.UsedFlags());
  return is_store;
}

RenderPlan RenderPlanner::Impl::PlanParsed(Streams& streams) {
  request.run.has_threads = std::ranges::count(line.UsedFlags(), "--threads") > 0;
  if (command.pictures == PlanCommand::kAny)
    request.shard.Check(line.UsedFlags(), line.Positionals());
  if (request.shard.IsOn()) {
    RenderPlan plan;
    plan.flags = request.run;
    plan.shard = request.shard;
    return plan;
  }
  if (command.parsed) command.parsed(line.PositionalsAtMost(1));
  if (command.pictures == PlanCommand::kStores) RefuseProgressOfPlan(line.UsedFlags());
  if (IsStoreFolder()) {
    RenderPlan plan;
    plan.flags = request.run;
    plan.store_folder = line.Positionals().front();
    return plan;
  }
  request.output.RefuseSeparateFiles(line.Positionals());
  const bool is_store = IsStore();
  request.input = request.recipe.Read(line.PositionalsAtMost(1), streams.in);
  return is_store ? PlanStore(&request) : PlanJobs(&request);
}

RenderPlanner::RenderPlanner(const PlanCommand& command) : impl_(std::make_unique<Impl>(command)) {}
RenderPlanner::~RenderPlanner() = default;

std::optional<RenderPlan> RenderPlanner::Plan(const Args& args, Streams& streams) {
  impl_->request = {};
  if (!impl_->line.Parse(args, streams.out)) return std::nullopt;
  RenderPlan plan = impl_->PlanParsed(streams);
  if (!plan.flags.depfile.empty()) CheckDepfile(plan);
  return plan;
}

std::optional<RenderPlan> PlanRender(const Args& args, Streams& streams,
                                     const PlanCommand& command) {
  return RenderPlanner(command).Plan(args, streams);
}

void AddInputs(const RenderPlan& plan, PathCheck* check, const std::string& place,
               const std::string& hint) {
  for (const std::string& path : plan.inputs)
    check->AddInput(place + "the recipe " + Shown(path), path, hint);
}

void AddOutputs(const RenderPlan& plan, PathCheck* check, const std::string& place) {
  for (const Job& job : plan.jobs)
    for (const PicturePlan& picture : job.run.pictures) {
      if (picture.memory) continue;
      for (const std::string& path : PathsOf(*picture.format, picture.path))
        check->AddOutput(place + (path == picture.path ? "" : "the sidecar of ") + picture.name,
                         path);
    }
  for (const auto& set : plan.sets) set->AddPaths(check);
  const auto add = [&](const std::string& flag, const std::string& path) {
    if (!path.empty()) check->AddOutput(place + flag + ' ' + Shown(path), path);
  };
  if (plan.vrt) add("--vrt", plan.vrt->path);
  add("--report", plan.flags.report);
  add("--depfile", plan.flags.depfile);
}

std::vector<Issue> PlanWarnings(const RenderPlan& plan) {
  std::vector<Issue> warnings;
  if (plan.noise_version != kNoiseVersion)
    warnings.push_back({Shown(plan.input_name),
                        fmt::format("rendered by noise version {}", plan.noise_version),
                        fmt::format("this is version {}, so pixels may differ", kNoiseVersion)});
  warnings.insert(warnings.end(), plan.warnings.begin(), plan.warnings.end());
  if (plan.store) {
    const std::vector<Issue> elevation = ElevationWarning(plan.store->plan);
    warnings.insert(warnings.end(), elevation.begin(), elevation.end());
  }
  if (plan.jobs.empty()) return warnings;
  const Job& first = plan.jobs.front();
  const auto add = [&](const std::vector<Issue>& more) {
    warnings.insert(warnings.end(), more.begin(), more.end());
  };
  add(WarningsOf(first.recipe->recipe()));
  add(MapNameHints(first.run.pictures));
  if (!plan.sets.empty()) add(plan.sets.front()->notes());
  return warnings;
}

}  // namespace cobble
