// Implements CompileChecked.
#include "cli/recipes/recipe_check.h"

#include "jobs/admission.h"
#include "output/formats.h"
#include "recipe/images/images.h"

namespace cobble {
namespace {

// Returns the run with the smallest memory footprint: one 8-bit map on one thread.
RenderPass CheapestRun(const LoadedRecipe& loaded) {
  PictureOutput picture;
  picture.format = FindFormat("r8");
  picture.maps = {Map::kHeight};
  picture.bits = 8;
  RenderPass pass;
  pass.pictures = {picture};
  pass.threads = 1;
  const auto metadata = PictureDefaults(loaded.input, loaded.recipe);
  pass.window =
      metadata ? metadata->window : Window{0, 0, loaded.recipe.width, loaded.recipe.height};
  pass.origin = OriginOf(loaded.input, loaded.recipe, pass.window);
  return pass;
}

}  // namespace

Program CompileChecked(const LoadedRecipe& loaded) {
  CompileOptions options{.slopes = false};
  for (const auto& [name, node] : loaded.recipe.maps) options.maps.push_back(name);
  Program program = Program::Compile(WithStandIns(loaded.recipe), options);
  Admit(program, CheapestRun(loaded), {});
  return program;
}

}  // namespace cobble
