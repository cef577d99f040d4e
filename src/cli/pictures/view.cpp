// cobble view: draws a recipe or a picture in the terminal.
#include <ostream>
#include <sstream>
#include <string>

#include "cli/line/command.h"
#include "cli/pictures/draw.h"
#include "cli/pictures/picture_argument.h"
#include "cli/recipes/options.h"
#include "cli/render/warnings.h"
#include "cobble/error.h"
#include "jobs/file_look.h"
#include "jobs/rgb_picture.h"

namespace cobble {
namespace {

void CheckTerminal(const DrawOptions& draw, const std::ostream& out) {
  if (draw.protocol || IsTerminal(out)) return;
  throw Error(ErrorKind::kUsage, "", "standard output is not a terminal",
              "choose a protocol, as in --protocol blocks");
}

// Draws what is in the file.
std::string DrawnFile(const PictureArgument& argument, const DrawOptions& draw) {
  const auto reader = OpenPictureFile(argument.file);
  const auto look = [&](int64_t width, int64_t height) {
    return Enlarged(LookAtFile(*reader, width, height), width, height);
  };
  return DrawnText(look, draw);
}

// Draws what the recipe makes. If it comes from a picture: its map and its window.
std::string DrawnRecipe(const LoadedRecipe& loaded, DrawOptions draw) {
  const auto metadata = PictureDefaults(loaded);
  if (metadata && draw.map.empty()) draw.map = metadata->maps.front();
  return DrawnText(loaded.recipe, metadata ? metadata->window : Window{}, draw);
}

}  // namespace

int RunView(const Args& args, Streams& streams) {
  CommandLine line(
      "view", "[RECIPE | PICTURE | -] [flags]",
      "Draw a recipe or a picture in the terminal. The recipe is built from a preset (if\n"
      "any), then RECIPE (a file, a picture or store of cobble, or - for standard input), then\n"
      "flags; each overrides the ones before it. It is rendered at the size of the drawing.\n"
      "A picture is drawn as it is, unless --map or a flag of recipes asks for its recipe.");
  DrawOptions draw;
  RecipeOptions recipe;
  bool quiet = false;
  draw.AddTo(&line);
  line.AddSwitch({.names = "--quiet", .help = "print errors only, no warnings", .group = "Run"},
                 &quiet);
  recipe.AddTo(&line);
  if (!line.Parse(args, streams.out)) return 0;
  const auto& paths = line.PositionalsAtMost(1);
  std::istringstream text;
  const bool is_as_is = !paths.empty() && draw.map.empty() && !recipe.has_flags();
  if (is_as_is) {
    const PictureArgument argument = OpenArgument(paths.front(), streams.in);
    if (argument.is_picture) {
      CheckTerminal(draw, streams.out);
      streams.out << DrawnFile(argument, draw);
      return 0;
    }
    if (paths.front() == "-") text.str(TextOf(argument));  // standard input has been read
  }
  std::istream& in = is_as_is && paths.front() == "-" ? text : streams.in;
  const LoadedRecipe loaded = recipe.Load(paths, in);
  CheckTerminal(draw, streams.out);
  const std::string drawn = DrawnRecipe(loaded, draw);
  if (!quiet) PrintWarnings(WarningsOf(loaded.recipe), streams.err);
  streams.out << drawn;
  return 0;
}

}  // namespace cobble
