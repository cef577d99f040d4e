// The parsed flags of a command line, and the work that they ask for.
#pragma once

#include <optional>

#include "cli/recipes/options.h"
#include "cli/render/engine_flags.h"
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
  std::optional<RecipeSource> input;
};

// Resolves all recipes and checks all jobs. Throws Error.
RenderWork MakePictures(const RenderRequest& request);

// The same for a store, which the outputs must be. Throws Error.
RenderWork MakeStore(const RenderRequest& request);

}  // namespace cobble
