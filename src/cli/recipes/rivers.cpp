// cobble rivers: writes the rivers and lakes of a land for GIS programs.
#include <string>

#include "cli/line/command.h"
#include "cli/recipes/options.h"
#include "cli/render/render_flags.h"
#include "cli/terminal/style.h"
#include "core/suggest.h"
#include "jobs/ground.h"
#include "jobs/path_check.h"
#include "jobs/recipe_warnings.h"
#include "jobs/rivers.h"
#include "output/sink/sink.h"

namespace cobble {
namespace {

struct RiverFlags {
  RecipeOptions recipe;
  RiverOptions rivers;
  std::string output;
  bool mkdir = false, no_clobber = false, quiet = false;

  void AddTo(CommandLine* line) {
    line->BeginGroup("Output");
    line->AddText({{"--output", "FILE"},
                   "the GeoJSON file to write; - for standard output",
                   {.alias = "-o", .is_main = true}},
                  &output);
    line->Add({{"--min-size", "PART"},
               "the smallest area that a stream drains, as a part of the land's square (default: "
               "the node's key river, or 0.004)",
               {.brief = "the smallest area that a stream drains", .is_main = true}},
              [this](const std::string& value) {
                rivers.min_size = NumberValue("--min-size", value, 0, 1);
              });
    line->AddText({{"--node", "NAME"},
                   "the node drainage, @NAME or @/POINTER, in a recipe with several lands",
                   {.brief = "the node drainage, if there are several", .is_main = true}},
                  &rivers.node);
    line->Add({{"--georeference", "EPSG:CODE,X,Y"},
               "a projected coordinate system in metres or feet, and the position in it of the "
               "picture's upper left; needs a world",
               {.brief = "where the land is on the ground", .is_main = true, .separator = ','}},
              [this](const std::string& value) { rivers.anchor = ParseGroundAnchor(value); });
    line->AddSwitch({"--mkdir", "make the folder of the output if it is missing"}, &mkdir);
    line->AddSwitch({"--no-clobber", "refuse to replace an existing file"}, &no_clobber);
    line->BeginGroup("Run");
    AddThreads(line, &rivers.threads);
    line->AddSwitch(QuietFlag(), &quiet);
    recipe.AddTo(line);
  }
};

void CheckOutput(const Args& paths, const RiverFlags& flags) {
  if (flags.output.empty()) Refuse("", "no output given", "specify the file: -o rivers.geojson");
  PathCheck check({flags.no_clobber, flags.mkdir, kMkdirHint});
  for (const std::string& path : paths) check.AddInput("the recipe " + Shown(path), path);
  flags.recipe.AddInputs(&check);
  check.AddOutput("-o " + Shown(flags.output), flags.output);
  check.MakeFolders();
}

void WriteRivers(const Args& paths, const RiverFlags& flags, Streams& streams) {
  CheckOutput(paths, flags);
  const LoadedRecipe loaded = flags.recipe.Load(paths, streams.in);
  const std::string text = RiversText(loaded.recipe, flags.rivers);
  FileSink sink(flags.output, {.no_clobber = flags.no_clobber});
  sink.Write(text);
  sink.Commit();
  if (!flags.quiet) PrintWarnings(WarningsOf(loaded.recipe), streams.err);
}

}  // namespace

void DeclareRivers(CommandLine* line) {
  line->Describe(
      {.usage = "[RECIPE | PICTURE | -] -o FILE [flags]",
       .summary = "Write the rivers and lakes of a recipe with the node drainage as GeoJSON, for "
                  "GIS programs: streams as lines that lead downstream, from confluence to "
                  "confluence, and lakes as polygons. The recipe is built from a preset (if any), "
                  "then RECIPE (a file, a picture or store of cobble, or - for standard input), "
                  "then flags; each overrides the ones before it.\n\nCoordinates are those of "
                  "the coordinate system of --georeference or of an elevation model; else metres "
                  "east and north of the picture's upper left, in a recipe with a world; else "
                  "the units of the recipe, as in cobble sample."});
  line->OnRun(&WriteRivers);
}

}  // namespace cobble
