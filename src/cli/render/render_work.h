// What one `cobble render` command line asks for: flags, recipes and jobs. `batch` has many.
#ifndef COBBLE_CLI_RENDER_RENDER_WORK_H_
#define COBBLE_CLI_RENDER_RENDER_WORK_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/render/engine_set.h"
#include "cli/render/paths.h"
#include "cli/render/run_flags.h"
#include "cli/stores/store_flags.h"
#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/version.h"
#include "jobs/job_list.h"
#include "jobs/series/vrt.h"

namespace cobble {

struct RenderWork {
  RunFlags flags;
  // A store to make, or a part of one to render, instead of jobs.
  std::optional<StoreRequest> store;
  std::optional<ShardFlags> shard;
  std::optional<std::string> store_folder;  // of an existing store: cobble plan DIR
  std::vector<Job> jobs;                    // at least one, unless one of these is set
  // With --for: the files of each job.
  std::vector<std::shared_ptr<const EngineSet>> sets;
  // With --vrt: the picture whose tiles the jobs are.
  std::optional<Vrt> vrt;
  std::vector<std::string> labels;        // of the jobs, for messages; empty if there is only one
  std::vector<Issue> warnings;            // found while planning
  std::string recipe_name;                // the file or preset; "-" if only flags define the recipe
  std::string input_name;                 // the file that was read; empty if none was
  std::vector<std::string> inputs;        // all files that belong to it
  int64_t noise_version = kNoiseVersion;  // of the picture that the recipe came from
  // Programs of the first jobs, so that they need not be compiled again.
  std::vector<std::shared_ptr<const Program>> programs;

  bool WritesStdout() const;
  // Returns the files of the jobs as tiles of `vrt`.
  std::vector<VrtTile> VrtTiles() const;
  // Returns what denotes a job without pictures: its label or, if it is the only one, the recipe.
  const std::string& NameOf(std::size_t index) const {
    return labels[index].empty() ? recipe_name : labels[index];
  }
  // See --depfile.
  std::string DepfileText() const;
};

// Throws Error kUsage if the depfile would name no picture, or cannot name one of its files.
void CheckDepfile(const RenderWork& work);

// Add the files that it reads or writes to `check`. All inputs must be added before the first
// output. `place` precedes their names in messages: "jobs.txt:3: ". For `hint`, see
// PathCheck::AddInput.
void AddInputs(const RenderWork& work, PathCheck* check, const std::string& place = {},
               const std::string& hint = {});
void AddOutputs(const RenderWork& work, PathCheck* check, const std::string& place = {});

// Returns what is known before rendering and is not an error.
std::vector<Issue> WarningsOfWork(const RenderWork& work);

}  // namespace cobble

#endif  // COBBLE_CLI_RENDER_RENDER_WORK_H_
