// cobble check: validates recipes.
#include <algorithm>
#include <istream>
#include <iterator>
#include <ostream>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "cli/line/flag_errors.h"
#include "cli/recipes/failures.h"
#include "cli/recipes/options.h"
#include "cli/terminal/style.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/json/print.h"
#include "core/json/tree.h"
#include "jobs/recipe_warnings.h"
#include "jobs/report.h"
#include "jobs/scale_warnings.h"
#include "recipe/json/json.h"
#include "sources/recipe_source.h"

namespace cobble {
namespace {

struct CheckFlags {
  ImageFlags images;
  LibraryFlags libraries;
  bool json = false, quiet = false;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Output");
    line->AddSwitch({"--json",
                     "print a list with an object for each file, with its errors and warnings, "
                     "instead of messages; the exit status is the same",
                     {.brief = "print errors and warnings as JSON"}},
                    &json);
    line->AddSwitch(QuietFlag(), &quiet);
    images.AddTo(line);
    libraries.AddTo(line);
  }
};

// Returns whether a text has functions but no noise.
bool IsLibrary(std::string_view text) {
  const auto json = ParseJson(text);
  return json && json->Find("functions") && !json->Find("noise");
}

struct Checked {
  std::vector<Issue> warnings;
  Cost cost;
};

// Throws Error if the recipe is invalid.
Checked CheckOne(const std::string& path, const CheckFlags& flags, std::istream& in) {
  LoadedRecipe loaded{.recipe = {}, .input = ReadRecipeSource(path, in)};
  const RecipeSource& input = *loaded.input;
  RecipeLayers layers;
  if (IsLibrary(input.text)) {
    layers.AddLibrary(input.text, input.name);
    layers.AddKey("noise", "x");
  } else {
    layers.AddText(input.text, input.name);
  }
  flags.images.AddTo(&layers);
  flags.libraries.AddTo(&layers);
  loaded.recipe = layers.Resolve();
  const Program program = CompileChecked(loaded);
  std::vector<Issue> warnings = WarningsOf(loaded.recipe);
  std::ranges::move(FineWarnings(program), std::back_inserter(warnings));
  return {std::move(warnings), program.cost()};
}

void AddIssues(const std::vector<Issue>& issues, JsonTree* list) {
  for (const Issue& each : issues) {
    const Issue issue = InFlags(each);
    JsonTree& json = list->emplace_back(JsonTree::object());
    json["where"] = issue.where;
    json["pointer"] = issue.pointer;
    json["message"] = issue.message.Text();
    json["hint"] = issue.hint.Text();
    if (const auto word = each.hint.suggestion(); !word.empty()) json["suggestion"] = word;
  }
}

int CheckAll(const Args& paths, const CheckFlags& flags, Streams& streams) {
  if (paths.empty()) Refuse("", "no recipe given", "specify one or more files");
  JsonTree files = JsonTree::array();
  const auto error = ReadEach(paths, [&](const std::string& path) {
    JsonTree& file = files.emplace_back(JsonTree{{"file", path},
                                                 {"valid", true},
                                                 {"errors", JsonTree::array()},
                                                 {"warnings", JsonTree::array()}});
    try {
      const auto [warnings, cost] = CheckOne(path, flags, streams.in);
      if (cost.simulation > 0) file["simulation"] = SimulationJson(cost);
      if (!flags.quiet) AddIssues(warnings, &file["warnings"]);
      if (!flags.quiet && !flags.json) PrintWarnings(warnings, streams.err);
    } catch (const Error& invalid) {
      file["valid"] = false;
      AddIssues(invalid.issues(), &file["errors"]);
      throw;
    }
  });
  if (flags.json) streams.out << PrintJson(files) << '\n';
  if (error && !flags.json) throw Error(*error);
  return error ? static_cast<int>(error->kind()) : 0;
}

}  // namespace

void DeclareCheck(CommandLine* line) {
  line->Describe({.usage = "RECIPE... [--json | --quiet]",
                  .summary = "Check recipes and print every error. RECIPE is a file, a picture or "
                             "store of cobble, or - for standard input. The exit status is "
                             "determined by the first error.",
                  .positionals = {.maximum = kAnyNumber}});
  line->OnRun(&CheckAll);
}

}  // namespace cobble
