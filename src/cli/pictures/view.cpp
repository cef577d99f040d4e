// cobble view: draws a recipe or a picture in the terminal, or a landscape also in a file.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/line/command.h"
#include "cli/pictures/color_file.h"
#include "cli/pictures/draw.h"
#include "cli/recipes/options.h"
#include "cli/terminal/style.h"
#include "cobble/error.h"
#include "cobble/recipe_io.h"
#include "core/list_text.h"
#include "core/size.h"
#include "core/suggest.h"
#include "jobs/path_check.h"
#include "jobs/recipe_warnings.h"
#include "jobs/run_warnings.h"
#include "recipe/formula/scanner.h"
#include "sources/picture_source.h"
#include "views/file_look.h"
#include "views/pixel_buffer.h"
#include "views/rgb_picture.h"
#include "views/terrain/camera.h"
#include "views/terrain/terrain_view.h"

namespace cobble {
namespace {

constexpr double kMinElevation = 5, kMaxElevation = 89, kPole = 90, kMaxAzimuth = 1e6,
                 kMaxZoom = 10;

// Of a sphere: its longitude and latitude.
constexpr CameraPlace kGlobe{0, 20, 1};

std::string CameraText(const CameraPlace& place) {
  return fmt::format("{},{}", place.azimuth, place.elevation);
}

CameraPlace ParseCamera(const std::string& text) {
  const std::vector<std::string> parts = SplitNames(text);
  if (parts.size() < 2 || parts.size() > 3)
    Refuse("--camera", "must be AZIMUTH,ELEVATION or AZIMUTH,ELEVATION,ZOOM, got " + Quoted(text),
           "as in --camera " + CameraText({}));
  CameraPlace camera;
  const auto number = [&](std::size_t k, double low, double high, std::string_view what) {
    return NumberValue("--camera", WithoutBlanks(parts[k]), low, high, what);
  };
  camera.azimuth = number(0, -kMaxAzimuth, kMaxAzimuth, "the azimuth");
  camera.elevation = number(1, -kPole, kPole, "the elevation");
  if (parts.size() == 3) camera.zoom = number(2, 0.1, kMaxZoom, "the zoom");
  return camera;
}

struct ViewFlags {
  DrawOptions draw;
  RecipeOptions recipe;
  bool is_terrain = false, quiet = false;
  std::optional<CameraPlace> camera;
  ColorFile file{"view", "--size"};

  void AddTo(CommandLine* line) {
    draw.AddTo(line);
    line->AddSwitch(QuietFlag(), &quiet);
    AddTerrain(line);
    recipe.AddTo(line);
  }
  void AddTerrain(CommandLine* line) {
    line->BeginGroup("Terrain");
    line->AddSwitch({"--terrain",
                     "show the height as a landscape seen at an angle, with the colours, the sun "
                     "and the sky of the map lit, cast shadows and haze, under water where the "
                     "recipe's map water, its depth, is above 0; a sphere as a globe; --size is "
                     "then the size of the view (default 1024x1024)",
                     {.brief = "a landscape seen at an angle",
                      .is_main = true,
                      .excludes = {{"--map", "a landscape has the light of the map lit"},
                                   {"--samples", "each pixel is the mean of 2 x 2 rays"},
                                   {"--shape"},
                                   {"--repeat"}}}},
                    &is_terrain);
    const NeededFlag terrain{"--terrain"};
    line->Add(
        {{"--camera", "AZIMUTH,ELEVATION[,ZOOM]"},
         "where the camera of --terrain is: degrees clockwise from the top of the picture, "
         "5 to 89 degrees above the horizon, and how many times nearer than for a view of the "
         "whole picture (default " +
             CameraText({}) +
             ",1); of a sphere, the longitude and latitude in the middle, in "
             "degrees (default " +
             CameraText(kGlobe) + ",1)",
         {.brief = "where the camera of --terrain is",
          .is_main = true,
          .separator = ',',
          .needs = terrain}},
        [this](const std::string& text) { camera = ParseCamera(text); });
    file.AddOutput(line, {.needs = terrain, .excludes = {{"--protocol"}, {"--chars"}}});
    file.AddRules(line);
  }
};

// In: more, another way, for the hint.
void CheckTerminal(const DrawOptions& draw, const std::ostream& out, const std::string& more = {}) {
  if (draw.protocol || IsTerminal(out)) return;
  Refuse("", "standard output is not a terminal",
         "choose a protocol, as in --protocol blocks" + more);
}

// --- Landscapes ---

struct Landscape {
  LoadedRecipe loaded;
  FittedSize size{1024, 1024};  // of the view
};

// Loads the recipe like RecipeOptions::Load, but takes --size as the view's size.
Landscape LoadLandscape(const Args& paths, const ViewFlags& flags, std::istream& in) {
  const auto input = flags.recipe.Read(paths, in);
  RecipeOptions recipe = flags.recipe;
  const auto size = recipe.Take("size");
  Landscape land{{recipe.Layers(input).Resolve(), recipe.NameOf(input), input}};
  if (!size) return land;
  RecipeLayers layers;  // of any recipe with this size
  layers.AddText(R"({"cobble": 1, "noise": "perlin"})", "size");
  layers.AddKey("size", *size, "--size");
  const Recipe sized = layers.Resolve();
  land.size = {sized.width, sized.height};
  return land;
}

// Throws Error for a camera below the horizon of a plane.
CameraPlace CameraFor(const Recipe& recipe, const std::optional<CameraPlace>& given) {
  if (recipe.domain.IsSphere()) return given.value_or(kGlobe);
  const CameraPlace camera = given.value_or(CameraPlace{});
  if (camera.elevation < kMinElevation || camera.elevation > kMaxElevation)
    Refuse("--camera", fmt::format("the elevation must be from {} to {} degrees, got {}",
                                   kMinElevation, kMaxElevation, camera.elevation));
  return camera;
}

RgbPicture ViewOf(const Landscape& land, const FittedSize& size, const ViewFlags& flags) {
  const Recipe& recipe = land.loaded.recipe;
  return ViewTerrain(recipe, {.width = size.width,
                              .height = size.height,
                              .place = CameraFor(recipe, flags.camera),
                              .threads = flags.draw.threads});
}

void WriteLandscape(const Landscape& land, const ViewFlags& flags) {
  const auto& [loaded, size] = land;
  const PictureOutput output = flags.file.Output();
  PathCheck check({.no_clobber = flags.file.refuses_existing()});
  if (loaded.input)
    for (const std::string& path : loaded.input->paths)
      check.AddInput("the recipe " + Shown(path), path);
  flags.recipe.AddInputs(&check);
  check.AddOutput("-o " + output.label.value, output.path);
  constexpr std::size_t kChannels = 3;
  flags.file.CheckSize(output, size.width, size.height, GroundBytes(loaded.recipe, size));
  const RgbPicture view = ViewOf(land, size, flags);
  PixelBuffer pixels(size.width, size.height, kChannels);
  for (int64_t row = 0; row < size.height; ++row)
    std::memcpy(pixels.At(0, row), view.Pixel(0, row),
                (Size(size.width) * Size(kChannels)).bytes());
  flags.file.Write(output, pixels, flags.draw.threads);
}

void ViewLandscape(const Args& paths, const ViewFlags& flags, Streams& streams) {
  const Landscape land = LoadLandscape(paths, flags, streams.in);
  const auto look = [&](int64_t max_width, int64_t max_height) {
    return ViewOf(land, FitWithin(land.size.width, land.size.height, max_width, max_height), flags);
  };
  std::string drawn;
  if (flags.file.is_given()) {
    WriteLandscape(land, flags);
  } else {
    CheckTerminal(flags.draw, streams.out, ", or a file, as in -o view.png");
    drawn = DrawnText(look, flags.draw);
  }
  const std::string maps[] = {std::string(Name(Map::kLit))};
  if (!flags.quiet) PrintWarnings(WarningsOf(land.loaded.recipe, maps), streams.err);
  streams.out << drawn;
}

// --- Recipes and pictures ---

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
  draw.node_range = loaded.node_range;
  if (metadata && metadata->nodes_by_range && !draw.node_range) draw.node_range = metadata->range;
  std::string drawn =
      DrawnText(loaded.recipe, metadata ? metadata->window : Window{}, draw, warnings);
  std::ranges::move(LookWarnings(loaded.recipe, draw.map, draw.node_range),
                    std::back_inserter(*warnings));
  return drawn;
}

void View(const Args& paths, const ViewFlags& flags, Streams& streams) {
  if (flags.is_terrain) return ViewLandscape(paths, flags, streams);
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
  const LoadedRecipe loaded =
      flags.recipe.Load(paths, is_as_is ? text : streams.in, flags.draw.map);
  CheckTerminal(flags.draw, streams.out);
  std::vector<Issue> warnings;
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
