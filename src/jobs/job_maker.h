// Makes the jobs of a recipe: one for each variation, frame and tile.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cobble/encode.h"
#include "cobble/recipe.h"
#include "cobble/recipe_io.h"
#include "cobble/series.h"
#include "jobs/job_set.h"
#include "jobs/render_pass.h"
#include "jobs/series/series_items.h"
#include "jobs/sets/engine_set.h"
#include "render/render_bands.h"

namespace cobble {

struct JobRequest {
  RecipeLayers recipe;
  Series series{};
  std::string vrt{};         // the path of a virtual dataset of the tiles; empty: none
  SetRequest set{};          // without an engine: pictures
  std::string set_before{};  // the engine whose set the recipe's picture belongs to, if any
  // Returns the pass of a resolved recipe: its window, and its pictures beside those that the
  // engine of a set asks for.
  std::function<RenderPass(const Recipe&)> pass;
  Limits limits{};
  std::string simd = "auto";
  bool needs_value = false;            // whether the run wants statistics or a checksum
  std::optional<HeightRange> range{};  // of the recipe, if it is known and nothing is varied
  SettingNames names{};
};

// Resolves all recipes, names all files and checks all jobs. Throws Error.
JobSet MakeJobs(const JobRequest& request);

}  // namespace cobble
