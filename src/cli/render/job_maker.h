// Makes the jobs, or the store, of a parsed command line.
#ifndef COBBLE_CLI_RENDER_JOB_MAKER_H_
#define COBBLE_CLI_RENDER_JOB_MAKER_H_

#include <optional>

#include "cli/recipes/options.h"
#include "cli/render/engine_settings.h"
#include "cli/render/outputs.h"
#include "cli/render/render_work.h"
#include "cli/render/series_flags.h"

namespace cobble {

// The parsed flags of a command line.
struct RenderRequest {
  RecipeOptions recipe;
  OutputOptions output;
  RunFlags run;
  SeriesFlags series;
  EngineFlags engine;
  StoreFlags store;
  ShardFlags shard;
  std::optional<Input> input;
};

// Resolves all recipes and checks all jobs. Completes the flags of the request. Throws Error.
RenderWork MakeJobs(RenderRequest* request);

// The same for a store, which the outputs must be. Throws Error.
RenderWork MakeStore(RenderRequest* request);

}  // namespace cobble

#endif  // COBBLE_CLI_RENDER_JOB_MAKER_H_
