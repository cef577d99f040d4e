// cobble check: validates recipes.
#include <algorithm>
#include <utility>

#include "cli/line/command.h"
#include "cli/recipes/input.h"
#include "cli/recipes/options.h"
#include "cli/recipes/recipe_check.h"
#include "cli/render/warnings.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"

namespace cobble {
namespace {

// Appends the recipe's errors to `issues`. Sets `*kind` only if there were none before. Returns the
// warnings if there are no errors.
std::vector<Issue> CheckOne(const std::string& path, std::istream& in, std::vector<Issue>* issues,
                            ErrorKind* kind) {
  try {
    LoadedRecipe loaded{.recipe = {}, .input = ReadInput(path, in)};
    const Input& input = *loaded.input;
    loaded.recipe = ReadRecipe(input.text, input.name);
    CompileChecked(loaded);
    return WarningsOf(loaded.recipe);
  } catch (const Error& error) {
    if (issues->empty()) *kind = error.kind();
    issues->insert(issues->end(), error.issues().begin(), error.issues().end());
  }
  return {};
}

void CheckAll(const Args& paths, bool quiet, Streams& streams) {
  if (paths.empty())
    throw Error(ErrorKind::kUsage, "", "no recipe given", "specify one or more files");
  if (std::ranges::count(paths, "-") > 1)
    throw Error(ErrorKind::kUsage, "-", "standard input can be read only once");

  std::vector<Issue> issues;
  ErrorKind kind{};
  for (const std::string& path : paths) {
    const auto warnings = CheckOne(path, streams.in, &issues, &kind);
    if (!quiet) PrintWarnings(warnings, streams.err);
  }
  if (!issues.empty()) throw Error(kind, std::move(issues));
}

}  // namespace

void DeclareCheck(CommandLine* line) {
  line->Describe({.usage = "RECIPE... [--quiet]",
                  .summary = "Check recipes and print every error. RECIPE is a file, a picture or "
                             "store of cobble, or - for standard input. The exit status is "
                             "determined by the first error.",
                  .positionals = {.maximum = kAnyNumber}});
  const auto quiet = line->Keep<bool>();
  line->AddSwitch(QuietFlag(), quiet);
  line->OnRun([quiet](const Args& paths, Streams& streams) {
    CheckAll(paths, *quiet, streams);
    return 0;
  });
}

}  // namespace cobble
