// Implements CompileChecked.
#include "cli/recipes/recipe_check.h"

#include "jobs/admission.h"
#include "output/formats.h"
#include "recipe/images/images.h"

namespace cobble {
namespace {

// Returns the job of minimum memory: one 8-bit map on one thread.
Job CheapestJob(const LoadedRecipe& loaded) {
  PictureOutput picture;
  picture.format = FindFormat("r8");
  picture.maps = {Map::kHeight};
  picture.bits = 8;
  Job job;
  job.pictures = {picture};
  job.threads = 1;
  const auto metadata = PictureDefaults(loaded.input, loaded.recipe);
  job.window =
      metadata ? metadata->window : Window{0, 0, loaded.recipe.width, loaded.recipe.height};
  job.origin = OriginOf(loaded.input, loaded.recipe, job.window);
  return job;
}

}  // namespace

Program CompileChecked(const LoadedRecipe& loaded) {
  CompileOptions options{.slopes = false};
  for (const auto& [name, node] : loaded.recipe.maps) options.maps.push_back(name);
  Program program = Program::Compile(WithStandIns(loaded.recipe), options);
  Admit(program, CheapestJob(loaded));
  return program;
}

}  // namespace cobble
