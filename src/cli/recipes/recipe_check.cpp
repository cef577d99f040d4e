// Implements CompileChecked.
#include "cli/recipes/recipe_check.h"

#include "jobs/admission.h"
#include "output/formats.h"

namespace cobble {
namespace {

// Returns the run with the smallest memory footprint: one 8-bit map on one thread.
RunPlan CheapestRun(const LoadedRecipe& loaded) {
  PicturePlan picture;
  picture.format = FindFormat("r8");
  picture.maps = {Map::kHeight};
  picture.bits = 8;
  RunPlan plan;
  plan.pictures = {picture};
  plan.threads = 1;
  const auto metadata = PictureDefaults(loaded);
  plan.window =
      metadata ? metadata->window : Window{0, 0, loaded.recipe.width, loaded.recipe.height};
  plan.origin = OriginOf(loaded, plan.window);
  return plan;
}

}  // namespace

Program CompileChecked(const LoadedRecipe& loaded) {
  CompileOptions options{.slopes = false};
  for (const auto& [name, node] : loaded.recipe.maps) options.maps.push_back(name);
  Program program = Program::Compile(loaded.recipe, options);
  Admit(program, CheapestRun(loaded), {});
  return program;
}

}  // namespace cobble
