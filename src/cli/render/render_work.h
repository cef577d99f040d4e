// What one `cobble render` command line asks for: flags, recipes and jobs. `batch` has many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/render/run_flags.h"
#include "cli/stores/store_flags.h"
#include "cobble/error.h"
#include "cobble/version.h"
#include "jobs/job_set.h"
#include "jobs/path_check.h"

namespace cobble {

struct RenderWork : JobSet {
  RunFlags flags;
  // A store to make, or a part of one to render, instead of jobs.
  std::optional<StoreRequest> store;
  std::optional<ShardFlags> shard;
  std::optional<std::string> store_folder;  // of an existing store: cobble plan DIR
  // Otherwise there is at least one job.
  std::string recipe_name;                // the file or preset; "-" if only flags define the recipe
  std::string input_name;                 // the file that was read; empty if none was
  std::vector<std::string> inputs;        // all files that belong to it
  std::vector<std::string> images;        // files of the images that it shows
  int64_t noise_version = kNoiseVersion;  // of the picture that the recipe came from

  bool WritesStdout() const;
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

// Returns a check for the files of a run with these flags.
PathCheck NewPathCheck(const RunFlags& flags);

// Returns what is known before rendering and is not an error.
std::vector<Issue> WarningsOfWork(const RenderWork& work);

}  // namespace cobble
