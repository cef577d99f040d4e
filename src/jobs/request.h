// A request: what a call or a command line asks for. MakeRun makes its jobs.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cobble/recipe.h"
#include "cobble/recipe_io.h"
#include "cobble/series.h"
#include "jobs/elevation.h"
#include "jobs/job.h"
#include "jobs/run.h"
#include "jobs/series/series_items.h"
#include "jobs/sets/engine_set.h"
#include "render/render_bands.h"

namespace cobble {

struct Request {
  RecipeLayers recipe;
  Series series{};
  std::string vrt{};         // the path of a virtual dataset of the tiles; empty: none
  SetRequest set{};          // without an engine: pictures
  std::string set_before{};  // the engine whose set the recipe's picture belongs to, if any
  // Returns the job of a resolved recipe. It has no recipe and no range, which MakeRun adds, and of
  // a set only the pictures beside those that the engine asks for.
  std::function<Job(const Recipe&)> job;
  std::string simd = "auto";
  bool needs_value = false;            // whether the run wants statistics or a checksum
  std::optional<HeightRange> range{};  // of the recipe, if known and nothing is varied
  std::optional<ElevationWish> elevation{};
  SettingNames names{};
};

// Resolves all recipes, names all files and checks all jobs. Throws Error.
RenderRun MakeRun(const Request& request);

}  // namespace cobble
