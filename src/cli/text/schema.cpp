// cobble schema: prints the JSON Schema of recipes.
#include <ostream>

#include "cli/line/command.h"
#include "cobble/recipe_io.h"

namespace cobble {

void DeclareSchema(CommandLine* line) {
  line->Describe({.usage = "[--quiet]",
                  .summary = "Print the JSON Schema (draft-07) of recipes",
                  .positionals = {.maximum = 0}});
  line->AddSwitch(QuietFlag(), line->Keep<bool>());  // it prints no warnings
  line->OnRun([](const Args&, Streams& streams) { streams.out << RecipeSchema(); });
}

}  // namespace cobble
