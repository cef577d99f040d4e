// What a parsed line of `cobble render`, `plan`, `watch` or `batch` makes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/line/command_line.h"
#include "cli/recipes/options.h"
#include "cli/render/render_flags.h"
#include "cli/stores/store_flags.h"
#include "jobs/path_check.h"
#include "jobs/run.h"

namespace cobble {

// The run of one `cobble render` command line. `batch` has several.
struct CommandRun : RenderRun {
  RunFlags flags;
  std::string recipe_name{};          // the file or preset; "-" if only flags define the recipe
  std::vector<std::string> inputs{};  // the files that the recipe was read from
  std::vector<std::string> images{};  // the files of the images that it shows

  // Returns the jobs as they are rendered: without pictures in a dry run, and with statistics for
  // --report or a report of several command lines.
  std::vector<Job> JobsToRender(bool for_report = false) const;
  bool WritesStdout() const;
  // Returns the label of a job without pictures or, if it is the only job, the recipe's name.
  const std::string& NameOf(std::size_t index) const {
    return labels[index].empty() ? recipe_name : labels[index];
  }
  // See --depfile.
  std::string DepfileText() const;
  // Add the files that the run reads or writes to `check`, all inputs before the first output.
  // `place` precedes their names in messages: "jobs.txt:3: ". For `hint`, see PathCheck::AddInput.
  void AddInputs(PathCheck* check, const std::string& place = {},
                 const std::string& hint = {}) const;
  void AddOutputs(PathCheck* check, const std::string& place = {}) const;
};

// One recipe. RenderCommand refuses others, since it may know better what they should be.
inline constexpr Positionals kRenderPositionals{.maximum = kAnyNumber};

inline const CommandText kRenderText{
    .usage = "[RECIPE | PICTURE | -] -o [MAP[,MAP...]=]FILE ... [flags]",
    .summary =
        "Render pictures from a recipe. The recipe is built from a preset (if any), then "
        "RECIPE (a file, a picture or store of cobble, or - for standard input), then flags; "
        "each overrides the ones before it.",
    .positionals = kRenderPositionals,
    .destinations = kPictureFiles | kStore | kShard};

class RenderCommand {
 public:
  // Adds the flags of the line's destinations. Both objects must live while either is used.
  explicit RenderCommand(CommandLine* line);

  // Returns the line's destination, and reads its recipe. Throws Error, also for an unusable flag.
  Destination Read(const Args& positionals, Streams& streams);

  // Return the run of kPictureFiles and the store of kStore or kNewPlan, after Read has returned
  // one of these. Resolve all recipes and check all jobs. Throw Error.
  CommandRun Files() const;
  StoreRequest Store() const;

  const ShardFlags& shard() const { return flags_.shard; }
  const ImageFlags& images() const { return flags_.recipe.images(); }
  const RunFlags& run() const { return flags_.run; }
  // Forgets the flags. Call before the line parses again.
  void Reset() {
    RecipeOptions recipe = flags_.recipe.Emptied();
    flags_ = {};
    flags_.recipe = std::move(recipe);
  }

 private:
  struct Flags {
    RecipeOptions recipe;
    OutputOptions output;
    RunFlags run;
    SeriesFlags series;
    StoreFlags store;
    ShardFlags shard;
    std::optional<RecipeSource> input;
    std::optional<Bounds> node_range;
  };

  Destination DestinationOf(const Args& positionals) const;
  bool IsStoreFolder(const Args& positionals) const;
  void RequireStoreNames() const;
  void TakeNodeRange();
  std::optional<Bounds> NodeRange(const std::optional<OutputMetadata>& metadata) const;
  Job NewJob(const Recipe& recipe) const;

  CommandLine& line_;
  Flags flags_;  // the handlers of the line have pointers to its members
};

}  // namespace cobble
