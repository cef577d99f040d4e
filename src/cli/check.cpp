// cobble check: judges recipes.
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

// The run that asks for the least: the smallest picture, by one thread.
RunPlan SmallestRun(const LoadedRecipe& loaded) {
  PicturePlan picture;
  picture.format = FindFormat("r8");
  picture.maps = {Map::kHeight};
  picture.bits = 8;
  RunPlan plan;
  plan.pictures = {picture};
  plan.threads = 1;
  const auto made = PictureDefaults(loaded);
  plan.window = made ? made->window : Window{0, 0, loaded.recipe.width, loaded.recipe.height};
  plan.origin = OriginOf(loaded, plan.window);
  return plan;
}

// The faults of one recipe go to those of all.
void Judge(const std::string& path, std::istream& in, std::vector<Issue>* issues, ErrorKind* kind) {
  try {
    LoadedRecipe loaded{.recipe = {}, .input = ReadInput(path, in)};
    const Input& input = *loaded.input;
    loaded.recipe = ReadRecipe(input.text, input.name);
    const Program program = Program::Compile(loaded.recipe);
    const RunPlan plan = SmallestRun(loaded);
    WithFlags([&] { Admit(program, plan, {}); });
  } catch (const Error& error) {
    if (issues->empty()) *kind = error.kind();
    issues->insert(issues->end(), error.issues().begin(), error.issues().end());
  }
}

}  // namespace

int RunCheck(const Words& words, Streams& streams) {
  CommandLine line(
      "check", "RECIPE...",
      "Judges recipes, each on its own, and prints what is wrong with them. A picture\n"
      "that cobble made stands for its recipe, - for standard input. The exit status\n"
      "is that of the first fault.");
  if (!line.Parse(words, streams.out)) return 0;
  const auto& paths = line.Alone();
  if (paths.empty()) throw Error(ErrorKind::kUsage, "", "no recipe", "name one or more files");
  if (std::count(paths.begin(), paths.end(), "-") > 1)
    throw Error(ErrorKind::kUsage, "-", "standard input can be read only once");

  std::vector<Issue> issues;
  ErrorKind kind{};
  for (const std::string& path : paths) Judge(path, streams.in, &issues, &kind);
  if (!issues.empty()) throw Error(kind, std::move(issues));
  return 0;
}

}  // namespace cobble
