// cobble show: prints the complete recipe, or the bounds of its nodes.
#include <ostream>

#include "cli/line/command.h"
#include "cli/recipes/options.h"
#include "cli/recipes/recipe_check.h"
#include "cli/render/warnings.h"
#include "cli/text/print.h"
#include "cli/text/tables.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "core/json/print.h"

namespace cobble {

namespace {

// Prints one line per node: bounds, type and JSON pointer. The pointer is last because it may
// contain whitespace.
void PrintBounds(const Program& program, bool json, std::ostream& out) {
  TableRows rows = TableRows::array();
  for (const NodeBounds& node : program.node_bounds())
    rows.push_back(
        {{"low", node.low}, {"high", node.high}, {"type", node.type}, {"pointer", node.pointer}});
  if (json) {
    out << PrintJson(rows) << '\n';
  } else {
    PrintColumns(rows, out);
  }
}

}  // namespace

int RunShow(const Args& args, Streams& streams) {
  CommandLine line(
      "show", "[RECIPE | PICTURE | -] [flags]",
      "Print the complete recipe, with every default. The recipe is built from a preset (if\n"
      "any), then RECIPE (a file, a picture or store of cobble, or - for standard input), then\n"
      "flags; each overrides the ones before it.");
  RecipeOptions recipe;
  bool bounds = false, json = false, quiet = false;
  line.AddSwitch(
      {.names = "--bounds",
       .help = "instead of the recipe, print each node's minimum, maximum, type and JSON "
               "pointer; bounds may be loose, because inputs are treated as independent "
               "(a - a is not 0..0)",
       .group = "Output"},
      &bounds);
  line.AddSwitch({.names = "--json",
                  .help = "print bounds as JSON (recipes are always JSON)",
                  .group = "Output"},
                 &json);
  line.AddSwitch({.names = "--quiet", .help = "print errors only, no warnings", .group = "Run"},
                 &quiet);
  recipe.AddTo(&line);
  if (!line.Parse(args, streams.out)) return 0;
  const Program program = CompileChecked(recipe.Load(line.PositionalsAtMost(1), streams.in));
  if (!quiet) PrintWarnings(WarningsOf(program.recipe()), streams.err);
  if (bounds) {
    PrintBounds(program, json, streams.out);
  } else {
    streams.out << WriteRecipe(program.recipe());
  }
  return 0;
}

}  // namespace cobble
