// cobble schema: prints the JSON Schema of recipes.
#include <ostream>

#include "cli/line/command.h"
#include "cli/line/command_line.h"
#include "cobble/recipe_io.h"

namespace cobble {

int RunSchema(const Args& args, Streams& streams) {
  CommandLine line("schema", "", "Print the JSON Schema (draft-07) of recipes");
  if (!line.Parse(args, streams.out)) return 0;
  line.PositionalsAtMost(0);
  streams.out << RecipeSchema();
  return 0;
}

}  // namespace cobble
