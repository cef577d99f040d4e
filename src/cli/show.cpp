// cobble show: the complete recipe.
#include <ostream>

#include "cli/command.h"
#include "cli/options.h"
#include "cobble/recipe_io.h"

namespace cobble {

int RunShow(const Words& words, Streams& streams) {
  CommandLine line("show", "[RECIPE | PICTURE | -] [flags]",
                   "Prints the recipe with all its layers resolved and every default written "
                   "out.");
  RecipeOptions recipe;
  recipe.AddTo(&line);
  if (!line.Parse(words, streams.out)) return 0;
  streams.out << WriteRecipe(recipe.Load(line.AloneAtMost(1), streams.in).recipe);
  return 0;
}

}  // namespace cobble
