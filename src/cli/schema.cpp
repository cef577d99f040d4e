// cobble schema: the JSON Schema of recipes.
#include <ostream>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cobble/recipe_io.h"

namespace cobble {

int RunSchema(const Words& words, Streams& streams) {
  CommandLine line("schema", "", "Prints the JSON Schema (draft-07) of recipes.");
  if (!line.Parse(words, streams.out)) return 0;
  line.AloneAtMost(0);
  streams.out << RecipeSchema();
  return 0;
}

}  // namespace cobble
