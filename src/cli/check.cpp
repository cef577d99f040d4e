// cobble check: judges recipes.
#include <algorithm>
#include <ostream>
#include <utility>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/input.h"
#include "cli/limits.h"
#include "cli/memory.h"
#include "cli/options.h"
#include "cobble/error.h"
#include "cobble/program.h"
#include "cobble/recipe_io.h"
#include "output/formats.h"

namespace cobble {
namespace {

// That of the smallest picture, by one thread.
void CheckLeastMemory(const Program& program, const Window& window, const std::string& from) {
  PlannedOutput least;
  least.format = FindFormat("r8");
  least.maps = {Map::kHeight};
  least.bits = 8;
  RenderOptions options;
  options.window = window;
  options.threads = 1;
  ThreadsForMemory(program, options, from, {&least, 1}, false);
}

// The faults of one recipe go to those of all.
void Judge(const std::string& path, std::istream& in, std::vector<Issue>* issues, ErrorKind* kind) {
  try {
    LoadedRecipe loaded{.recipe = {}, .input = ReadInput(path, in)};
    const Input& input = *loaded.input;
    const Recipe& recipe = loaded.recipe = ReadRecipe(input.text, input.name);
    const Program program = Program::Compile(recipe);
    const auto picture = PictureDefaults(loaded);
    const Window whole{0, 0, recipe.width, recipe.height};
    const Window window = picture ? picture->window : whole;
    const std::string from = WindowSource(loaded, window);
    CheckPixels(recipe, window, from, kUsualPixels);
    CheckCost(program, window, {}, from, kUsualCost);
    CheckPlace(program, window, {}, from);
    CheckLeastMemory(program, window, from);
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
