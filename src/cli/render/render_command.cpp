// Finds out what a command line of render, watch or plan makes: pictures, or a store or a part of
// it.
#include "cli/render/render_command.h"

#include <algorithm>

#include "core/suggest.h"
#include "platform/file.h"
#include "stores/tile_names.h"

namespace cobble {

RenderCommand::RenderCommand(CommandLine* line) : line_(*line) {
  const unsigned tasks = line->tasks();
  request_.output.AddTo(line);
  request_.engine.AddTo(line);
  request_.series.AddTo(line);
  if (tasks & kNewStore) request_.store.AddTo(line);
  if (tasks & kNewPlan) request_.store.AddShards(line);
  if (tasks & kShard) request_.shard.AddTo(line);
  request_.run.AddTo(line);
  request_.recipe.AddTo(line);
}

bool RenderCommand::IsStoreFolder(const Args& positionals) const {
  if (positionals.empty()) return false;
  const std::string& path = positionals.front();
  const bool has_output = !request_.output.Paths().empty();
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

// Throws Error kUsage unless all outputs are stores, and there is one.
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

Task RenderCommand::TaskOf(const Args& positionals) const {
  const unsigned tasks = line_.tasks();
  if (request_.shard.IsOn()) return kShard;
  if ((tasks & kOldPlan) && IsStoreFolder(positionals)) return kOldPlan;
  request_.output.RefuseSeparateFiles(positionals);
  const auto paths = request_.output.Paths();
  if (tasks & kNewPlan) RequireStoreNames(paths);
  if (!request_.store.IsStore(paths, request_.output.Given())) return kPictures;
  if (!(tasks & kNewStore))
    throw Error(ErrorKind::kUsage, "-o", "cobble " + line_.name() + " writes no stores",
                "use cobble render");
  return tasks & kNewPlan ? kNewPlan : kStore;
}

RenderWork RenderCommand::Resolve(const Args& positionals, Streams& streams) {
  const Task task = TaskOf(positionals);
  if (task != kShard && positionals.size() > 1) line_.RefuseArgument(positionals[1]);
  line_.RefuseFlagsNotFor(task);
  request_.run.has_threads = line_.Has("--threads");
  RenderWork work;
  work.flags = request_.run;
  if (task == kShard) {
    request_.shard.Check(positionals);
    work.shard = request_.shard;
    return work;
  }
  if (task == kOldPlan) {
    work.store_folder = positionals.front();
    return work;
  }
  request_.input = request_.recipe.Read(positionals, streams.in);
  work = task == kPictures ? MakePictures(request_) : MakeStore(request_);
  if (!work.flags.depfile.empty()) CheckDepfile(work);
  return work;
}

}  // namespace cobble
