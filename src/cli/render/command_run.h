// The run of one `cobble render` command line. `batch` has several.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/render/run_flags.h"
#include "jobs/path_check.h"
#include "jobs/run.h"

namespace cobble {

struct CommandRun : RenderRun {
  RunFlags flags;
  std::string recipe_name{};          // the file or preset; "-" if only flags define the recipe
  std::vector<std::string> inputs{};  // the files that the recipe was read from
  std::vector<std::string> images{};  // the files of the images that it shows

  bool WritesStdout() const;
  // Returns the label of a job without pictures or, if it is the only job, the recipe's name.
  const std::string& NameOf(std::size_t index) const {
    return labels[index].empty() ? recipe_name : labels[index];
  }
  // See --depfile.
  std::string DepfileText() const;
};

// Throws Error kUsage if the depfile would have no picture, or cannot name a file.
void CheckDepfile(const CommandRun& run);

// Add the files that the run reads or writes to `check`, all inputs before the first output.
// `place` precedes their names in messages: "jobs.txt:3: ". For `hint`, see PathCheck::AddInput.
void AddInputs(const CommandRun& run, PathCheck* check, const std::string& place = {},
               const std::string& hint = {});
void AddOutputs(const CommandRun& run, PathCheck* check, const std::string& place = {});

}  // namespace cobble
