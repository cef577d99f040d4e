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
void PrintBounds(const Program& program, bool json, std::ostream& out) {
  TableRows rows = TableRows::array();
  for (const NodeBounds& node : program.node_bounds())
    rows.push_back(
        {{"low", node.low}, {"high", node.high}, {"type", node.type}, {"pointer", node.pointer}});
  if (json) {
    out << rows.dump(2) << '\n';
  } else {
    PrintColumns(rows, out);
  }
}

}  // namespace

int RunShow(const Words& words, Streams& streams) {
  CommandLine line("show", "[RECIPE | PICTURE | -] [flags]",
                   "Prints the recipe with all its layers resolved and every default written "
                   "out.");
  RecipeOptions recipe;
  bool bounds = false, json = false;
  line.AddSwitch({.names = "--bounds",
                  .help = "instead, of each node that the value is made of, the least and the "
                          "greatest value, its type and where it stands; not always tight: inputs "
                          "count as if they varied independently, so that a - a is not 0..0",
                  .group = "Form"},
                 &bounds);
  line.AddSwitch(
      {.names = "--json", .help = "bounds as JSON, as recipes are anyway", .group = "Form"}, &json);
  recipe.AddTo(&line);
  if (!line.Parse(words, streams.out)) return 0;
  CompileOptions options;
  options.slopes = false;
  // What is shown is a recipe that can be rendered, not only one that can be read.
  const Program program =
      Program::Compile(recipe.Load(line.AloneAtMost(1), streams.in).recipe, options);
  if (bounds) {
    PrintBounds(program, json, streams.out);
  } else {
    streams.out << WriteRecipe(program.recipe());
  }
  return 0;
}

}  // namespace cobble
