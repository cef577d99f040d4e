// cobble check: validates recipes.
#include <algorithm>
#include <ostream>
#include <utility>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/flag_errors.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "jobs/admission.h"
#include "output/formats.h"

namespace cobble {
namespace {

// Returns the run with the smallest memory footprint: one 8-bit map on one thread.
RunPlan CheapestRun(const LoadedRecipe& loaded) {
  PicturePlan picture;
  picture.format = FindFormat("r8");
  picture.maps = {Map::kHeight};
  picture.bits = 8;
  RunPlan plan;
  plan.pictures = {picture};
  plan.threads = 1;
  const auto metadata = PictureDefaults(loaded);
  plan.window =
      metadata ? metadata->window : Window{0, 0, loaded.recipe.width, loaded.recipe.height};
  plan.origin = OriginOf(loaded, plan.window);
  return plan;
}

// Appends the recipe's errors to `issues`. Sets `*kind` only if there were none before.
void CheckOne(const std::string& path, std::istream& in, std::vector<Issue>* issues,
              ErrorKind* kind) {
  try {
    LoadedRecipe loaded{.recipe = {}, .input = ReadInput(path, in)};
    const Input& input = *loaded.input;
    loaded.recipe = ReadRecipe(input.text, input.name);
    const Program program = Program::Compile(loaded.recipe);
    const RunPlan plan = CheapestRun(loaded);
    WithFlags([&] { Admit(program, plan, {}); });
  } catch (const Error& error) {
    if (issues->empty()) *kind = error.kind();
    issues->insert(issues->end(), error.issues().begin(), error.issues().end());
  }
}

}  // namespace

int RunCheck(const Args& args, Streams& streams) {
  CommandLine line(
      "check", "RECIPE...",
      "Check recipes and print every error. RECIPE is a file, a picture made by cobble, or\n"
      "- for standard input. The exit status is determined by the first error.");
  if (!line.Parse(args, streams.out)) return 0;
  const auto& paths = line.Positionals();
  if (paths.empty())
    throw Error(ErrorKind::kUsage, "", "no recipe given", "specify one or more files");
  if (std::count(paths.begin(), paths.end(), "-") > 1)
    throw Error(ErrorKind::kUsage, "-", "standard input can be read only once");

  std::vector<Issue> issues;
  ErrorKind kind{};
  for (const std::string& path : paths) CheckOne(path, streams.in, &issues, &kind);
  if (!issues.empty()) throw Error(kind, std::move(issues));
  return 0;
}

}  // namespace cobble
