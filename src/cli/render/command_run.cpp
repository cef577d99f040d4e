// What a command line reads and writes.
#include "cli/render/command_run.h"

#include <algorithm>

#include "core/suggest.h"
#include "jobs/depfile.h"
#include "output/picture.h"

namespace cobble {

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

void CheckDepfile(const CommandRun& run) {
  if (run.DepfileText().starts_with(':'))
    throw Error(ErrorKind::kUsage, "--depfile", "no picture is written to a file");
}

void AddInputs(const CommandRun& run, PathCheck* check, const std::string& place,
               const std::string& hint) {
  for (const std::string& path : run.inputs)
    check->AddInput(place + "the recipe " + Shown(path), path, hint);
  for (const std::string& path : run.images)
    check->AddInput(place + "the image " + Shown(path), path, hint);
}

// Returns "-o a.png"; the path alone for a picture of a set.
std::string ShownName(const PictureOutput& picture) {
  return (picture.label.option.empty() ? "" : "-o ") + picture.label.value;
}

void AddOutputs(const CommandRun& run, PathCheck* check, const std::string& place) {
  for (const Job& job : run.jobs)
    for (const PictureOutput& picture : job.pictures) {
      if (picture.memory) continue;
      for (const std::string& path : PathsOf(*picture.format, picture.path))
        check->AddOutput(
            place + (path == picture.path ? "" : "the sidecar of ") + ShownName(picture), path);
    }
  for (const auto& set : run.sets)
    for (const std::string& path : set->OtherPaths()) check->AddOutput(place + Shown(path), path);
  const auto add = [&](const std::string& flag, const std::string& path) {
    if (!path.empty()) check->AddOutput(place + flag + ' ' + Shown(path), path);
  };
  if (run.vrt) add("--vrt", run.vrt->path);
  add("--report", run.flags.report);
  add("--depfile", run.flags.depfile);
}

}  // namespace cobble
