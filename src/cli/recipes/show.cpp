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

struct ShowFlags {
  RecipeOptions recipe;
  bool bounds = false, json = false, quiet = false;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Output");
    line->AddSwitch(
        {"--bounds",
         "instead of the recipe, print each node's minimum, maximum, type and JSON pointer; "
         "bounds may be loose, because inputs are treated as independent (a - a is not 0..0)",
         {.is_main = true}},
        &bounds);
    line->AddSwitch({"--json", "print bounds as JSON (recipes are always JSON)", {.is_main = true}},
                    &json);
    line->AddSwitch(QuietFlag(), &quiet);
    recipe.AddTo(line);
  }
};

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

void Show(const Args& paths, const ShowFlags& flags, Streams& streams) {
  const Program program = CompileChecked(flags.recipe.Load(paths, streams.in));
  if (!flags.quiet) PrintWarnings(WarningsOf(program.recipe()), streams.err);
  if (flags.bounds) {
    PrintBounds(program, flags.json, streams.out);
  } else {
    streams.out << WriteRecipe(program.recipe());
  }
}

}  // namespace

void DeclareShow(CommandLine* line) {
  line->Describe({.usage = "[RECIPE | PICTURE | -] [flags]",
                  .summary = "Print the complete recipe, with every default. The recipe is built "
                             "from a preset (if any), then RECIPE (a file, a picture or store of "
                             "cobble, or - for standard input), then flags; each overrides the "
                             "ones before it."});
  line->OnRun(&Show);
}

}  // namespace cobble
