// What a plan reads and writes, and what is known of it before rendering.
#include "cli/render/render_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/render/depfile.h"
#include "cli/render/warnings.h"
#include "cobble/error.h"
#include "core/suggest.h"
#include "output/picture.h"

namespace cobble {
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

void CheckDepfile(const RenderPlan& plan) {
  if (plan.DepfileText().starts_with(':'))
    throw Error(ErrorKind::kUsage, "--depfile", "no picture is written to a file");
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
