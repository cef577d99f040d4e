// What a command line reads and writes, and what is known of it before rendering.
#include "cli/render/render_work.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/suggest.h"
#include "jobs/depfile.h"
#include "jobs/run_warnings.h"
#include "output/picture.h"

namespace cobble {
bool RenderWork::WritesStdout() const {
  return std::ranges::any_of(jobs, [](const Job& job) {
    return std::ranges::any_of(job.run.pictures, [](const PictureOutput& picture) {
      return IsStandardOutput(picture.path);
    });
  });
}

std::string RenderWork::DepfileText() const {
  std::vector<std::string> outputs, sources;
  for (const Job& job : jobs)
    for (const std::string& path : FilesOf(job.run))
      if (path != "-") outputs.push_back(path);
  if (vrt) outputs.push_back(vrt->path);
  for (const auto* const paths : {&inputs, &images})
    for (const std::string& path : *paths)
      if (!IsWrittenDirectly(path)) sources.push_back(path);  // devices and pipes have no time
  return cobble::DepfileText(outputs, sources);
}

void CheckDepfile(const RenderWork& work) {
  if (work.DepfileText().starts_with(':'))
    throw Error(ErrorKind::kUsage, "--depfile", "no picture is written to a file");
}

void AddInputs(const RenderWork& work, PathCheck* check, const std::string& place,
               const std::string& hint) {
  for (const std::string& path : work.inputs)
    check->AddInput(place + "the recipe " + Shown(path), path, hint);
  for (const std::string& path : work.images)
    check->AddInput(place + "the image " + Shown(path), path, hint);
}

// Returns "-o a.png"; the path alone for a picture of a set.
std::string ShownName(const PictureOutput& picture) {
  return (picture.label.option.empty() ? "" : "-o ") + picture.label.value;
}

void AddOutputs(const RenderWork& work, PathCheck* check, const std::string& place) {
  for (const Job& job : work.jobs)
    for (const PictureOutput& picture : job.run.pictures) {
      if (picture.memory) continue;
      for (const std::string& path : PathsOf(*picture.format, picture.path))
        check->AddOutput(
            place + (path == picture.path ? "" : "the sidecar of ") + ShownName(picture), path);
    }
  for (const auto& set : work.sets)
    for (const std::string& path : set->OtherPaths()) check->AddOutput(place + Shown(path), path);
  const auto add = [&](const std::string& flag, const std::string& path) {
    if (!path.empty()) check->AddOutput(place + flag + ' ' + Shown(path), path);
  };
  if (work.vrt) add("--vrt", work.vrt->path);
  add("--report", work.flags.report);
  add("--depfile", work.flags.depfile);
}

PathCheck NewPathCheck(const RunFlags& flags) {
  PathCheck check(flags.no_clobber);
  check.set_folders(flags.mkdir, "use --mkdir, or make it first");
  return check;
}

std::vector<Issue> WarningsOfWork(const RenderWork& work) {
  std::vector<Issue> warnings;
  if (work.noise_version != kNoiseVersion)
    warnings.push_back({Shown(work.input_name),
                        fmt::format("rendered by noise version {}", work.noise_version),
                        fmt::format("this is version {}, so pixels may differ", kNoiseVersion)});
  const auto add = [&](const std::vector<Issue>& more) {
    warnings.insert(warnings.end(), more.begin(), more.end());
  };
  add(WarningsOf(work));
  if (work.store) add(ElevationWarning(work.store->plan));
  return warnings;
}

}  // namespace cobble
