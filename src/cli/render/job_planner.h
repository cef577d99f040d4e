// Plans the jobs, or the store, of a parsed command line.
#ifndef COBBLE_CLI_RENDER_JOB_PLANNER_H_
#define COBBLE_CLI_RENDER_JOB_PLANNER_H_

#include <optional>

#include "cli/recipes/options.h"
#include "cli/render/engine_settings.h"
#include "cli/render/outputs.h"
#include "cli/render/render_plan.h"
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
RenderPlan PlanJobs(RenderRequest* request);

// The same for a store, which the outputs must be. Throws Error.
RenderPlan PlanStore(RenderRequest* request);

}  // namespace cobble

#endif  // COBBLE_CLI_RENDER_JOB_PLANNER_H_
