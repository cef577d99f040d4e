// What a parsed line of `cobble render`, `plan`, `watch` or `batch` makes.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "cli/line/command_line.h"
#include "cli/recipes/options.h"
#include "cli/render/command_run.h"
#include "cli/render/engine_flags.h"
#include "cli/render/outputs.h"
#include "cli/render/run_flags.h"
#include "cli/render/series_flags.h"
#include "cli/stores/store_flags.h"

namespace cobble {

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
  const RunFlags& run() const { return flags_.run; }
  // Forgets the flags. Call before the line parses again.
  void Reset() { flags_ = {}; }

 private:
  struct Flags {
    RecipeOptions recipe;
    OutputOptions output;
    RunFlags run;
    SeriesFlags series;
    EngineFlags engine;
    StoreFlags store;
    ShardFlags shard;
    std::optional<RecipeSource> input;
  };

  std::optional<RecipeSource> ReadInput(const Args& positionals, std::istream& in) const;
  Destination DestinationOf(const Args& positionals) const;
  bool IsStoreFolder(const Args& positionals) const;
  void RequireStoreNames(std::span<const std::string> paths) const;
  Job NewJob(const Recipe& recipe) const;

  CommandLine& line_;
  Flags flags_;  // the handlers of the line have pointers to its members
};

}  // namespace cobble
