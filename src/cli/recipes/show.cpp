// cobble show: prints the recipe, in full or briefly, or the bounds of its nodes.
#include <ostream>

#include "cli/line/command.h"
#include "cli/recipes/options.h"
#include "cli/terminal/style.h"
#include "cli/text/print.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "core/json/print.h"
#include "core/utf8.h"
#include "jobs/recipe_warnings.h"
#include "program/outline.h"

namespace cobble {
namespace {

struct ShowFlags {
  RecipeOptions recipe;
  bool bounds = false, brief = false, expand = false, json = false, quiet = false;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Output");
    line->AddSwitch({"--brief",
                     "print the recipe as a person would write it: without defaults, and nodes as "
                     "formulas where those are readable and change no seed",
                     {.is_main = true, .excludes = {{"--bounds"}}}},
                    &brief);
    line->AddSwitch(
        {"--bounds",
         "instead of the recipe, print each node's minimum, maximum, type, JSON pointer and "
         "formula; bounds may be loose, because inputs are treated as independent (a - a is not "
         "0..0)",
         {.is_main = true}},
        &bounds);
    line->AddSwitch({"--expand",
                     "print what formulas that name knobs give, in place of their texts; turning "
                     "those knobs then has no effect",
                     {.excludes = {{"--bounds"}}}},
                    &expand);
    line->AddSwitch({"--json", "print bounds as JSON (recipes are always JSON)", {.is_main = true}},
                    &json);
    line->AddSwitch(QuietFlag(), &quiet);
    recipe.AddTo(line);
  }
};

constexpr std::size_t kMaxFormula = 60;  // characters of a formula in a line of text

// Prints one line per node: bounds, type, JSON pointer and formula. The last two may have blanks.
void PrintBounds(const Program& program, bool json, std::ostream& out) {
  JsonTree rows = JsonTree::array();
  for (const OutlineNode& node : OutlineOf(program)) {
    if (!node.bounds) continue;
    rows.push_back({{"low", node.bounds->low},
                    {"high", node.bounds->high},
                    {"type", node.type},
                    {"pointer", node.pointer},
                    {"formula", json ? node.formula : Printable(node.formula, kMaxFormula)}});
  }
  if (json) {
    out << PrintJson(rows) << '\n';
  } else {
    PrintColumns(rows, out);
  }
}

void Show(const Args& paths, const ShowFlags& flags, Streams& streams) {
  const LoadedRecipe loaded = flags.recipe.Load(paths, streams.in);
  const Program checked = CompileChecked(loaded);
  Recipe recipe = loaded.recipe;
  recipe.tiling = checked.recipe().tiling;  // the text does not say that a preset has set it
  if (flags.expand) recipe.formulas.clear();
  if (!flags.quiet) PrintWarnings(WarningsOf(recipe), streams.err);
  if (flags.bounds) {
    // Bounds need the images themselves.
    if (checked.recipe().images.size() == recipe.images.size())
      PrintBounds(checked, flags.json, streams.out);
    else
      PrintBounds(Program::Compile(recipe), flags.json, streams.out);
  } else {
    streams.out << (flags.brief ? WriteBriefRecipe(recipe) : WriteRecipe(recipe));
  }
}

}  // namespace

void DeclareShow(CommandLine* line) {
  line->Describe({.usage = "[RECIPE | PICTURE | -] [flags]",
                  .summary = "Print the complete recipe, with every default, or with --brief as a "
                             "person would write it. The recipe is built from a preset (if any), "
                             "then RECIPE (a file, a picture or store of cobble, or - for standard "
                             "input), then flags; each overrides the ones before it."});
  line->OnRun(&Show);
}

}  // namespace cobble
