// cobble view: draws a recipe or a picture in the terminal, or a landscape also in a file.
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "cli/line/command.h"
#include "cli/pictures/draw.h"
#include "cli/pictures/terrain.h"
#include "cli/recipes/options.h"
#include "cli/terminal/style.h"
#include "cobble/error.h"
#include "jobs/recipe_warnings.h"
#include "sources/picture_source.h"
#include "views/file_look.h"
#include "views/rgb_picture.h"

namespace cobble {
namespace {

// In: more, another way, for the hint.
void CheckTerminal(const DrawOptions& draw, const std::ostream& out, const std::string& more = {}) {
  if (draw.protocol || IsTerminal(out)) return;
  throw Error(ErrorKind::kUsage, "", "standard output is not a terminal",
              "choose a protocol, as in --protocol blocks" + more);
}

std::string DrawnFile(const PictureSource& argument, const DrawOptions& draw) {
  const auto reader = OpenPictureFile(argument.file);
  const auto look = [&](int64_t width, int64_t height) {
    return Enlarged(LookAtFile(*reader, width, height), width, height);
  };
  return DrawnText(look, draw);
}

// If the recipe comes from a picture, draws its map and window.
std::string DrawnRecipe(const LoadedRecipe& loaded, DrawOptions draw,
                        std::vector<Issue>* warnings) {
  const auto metadata = PictureDefaults(loaded.input, loaded.recipe);
  if (metadata && draw.map.empty() && draw.shape == Shape::kFlat) draw.map = metadata->maps.front();
  return DrawnText(loaded.recipe, metadata ? metadata->window : Window{}, draw, warnings);
}

struct ViewFlags {
  DrawOptions draw;
  TerrainFlags terrain;
  RecipeOptions recipe;
  bool quiet = false;

  void AddTo(CommandLine* line) {
    draw.AddTo(line);
    line->AddSwitch(QuietFlag(), &quiet);
    terrain.AddTo(line);
    recipe.AddTo(line);
  }
};

void ViewLandscape(const Args& paths, const ViewFlags& flags, Streams& streams) {
  const TerrainRequest request = LoadTerrain(paths, flags.recipe, streams.in);
  const bool is_written = flags.terrain.file.is_given();
  if (!is_written) CheckTerminal(flags.draw, streams.out, ", or a file, as in -o view.png");
  const std::string maps[] = {std::string(Name(Map::kLit))};
  std::string drawn;
  if (is_written) {
    WriteTerrain(request, flags.terrain, flags.draw.threads);
  } else {
    drawn = DrawnTerrain(request, flags.terrain, flags.draw);
  }
  if (!flags.quiet) PrintWarnings(WarningsOf(request.land.recipe, maps), streams.err);
  streams.out << drawn;
}

void View(const Args& paths, const ViewFlags& flags, Streams& streams) {
  if (flags.terrain.is_on) return ViewLandscape(paths, flags, streams);
  std::istringstream text;
  const bool is_as_is = !paths.empty() && flags.draw.map.empty() &&
                        flags.draw.shape == Shape::kFlat && !flags.recipe.has_flags();
  if (is_as_is) {
    const PictureSource argument = OpenSource(paths.front(), streams.in);
    if (argument.is_picture) {
      CheckTerminal(flags.draw, streams.out);
      streams.out << DrawnFile(argument, flags.draw);
      return;
    }
    if (paths.front() == "-") text.str(TextOf(argument));  // standard input has been read
  }
  std::istream& in = is_as_is && paths.front() == "-" ? text : streams.in;
  const LoadedRecipe loaded = flags.recipe.Load(paths, in);
  CheckTerminal(flags.draw, streams.out);
  const std::string maps[] = {flags.draw.map};
  std::vector<Issue> warnings = WarningsOf(loaded.recipe, maps);
  const std::string drawn = DrawnRecipe(loaded, flags.draw, &warnings);
  if (!flags.quiet) PrintWarnings(warnings, streams.err);
  streams.out << drawn;
}

}  // namespace

void DeclareView(CommandLine* line) {
  line->Describe({.usage = "[RECIPE | PICTURE | -] [flags]",
                  .summary = "Draw a recipe or a picture in the terminal. The recipe is built from "
                             "a preset (if any), then RECIPE (a file, a picture or store of "
                             "cobble, or - for standard input), then flags; each overrides the "
                             "ones before it. It is rendered at the size of the drawing. A picture "
                             "is drawn as it is, unless --map, --shape or a recipe flag asks for "
                             "its recipe. With --terrain, the recipe's height is a landscape seen "
                             "at an angle, drawn or written to a file."});
  line->OnRun(&View);
}

}  // namespace cobble
