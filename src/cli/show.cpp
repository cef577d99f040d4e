// cobble show: the complete recipe, or the bounds of its nodes.
#include <ostream>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/print.h"
#include "cli/tables.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"

namespace cobble {

namespace {

// A node a line: its bounds, its type, and last, as it may hold blanks, where it stands.
void PrintBounds(const Recipe& recipe, std::ostream& out) {
  CompileOptions options;
  options.slopes = false;
  const Program program = Program::Compile(recipe, options);
  TableRows rows = TableRows::array();
  for (const NodeBounds& node : program.node_bounds())
    rows.push_back({{"low", node.low},
                    {"high", node.high},
                    {"type", Name(node.type)},
                    {"pointer", node.pointer}});
  PrintColumns(rows, out);
}

}  // namespace

int RunShow(const Words& words, Streams& streams) {
  CommandLine line("show", "[RECIPE | PICTURE | -] [flags]",
                   "Prints the recipe with all its layers resolved and every default written "
                   "out.");
  RecipeOptions recipe;
  bool bounds = false;
  line.AddSwitch({.names = "--bounds",
                  .help = "instead, of each node that the value is made of, the least and the "
                          "greatest value, its type and where it stands; not always tight: inputs "
                          "count as if they varied independently, so that a - a is not 0..0",
                  .group = "Form"},
                 &bounds);
  recipe.AddTo(&line);
  if (!line.Parse(words, streams.out)) return 0;
  const Recipe resolved = recipe.Load(line.AloneAtMost(1), streams.in).recipe;
  if (bounds) {
    PrintBounds(resolved, streams.out);
  } else {
    streams.out << WriteRecipe(resolved);
  }
  return 0;
}

}  // namespace cobble
