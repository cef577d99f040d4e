// Views of landscapes: their flags, their size, where they go.
#include "cli/pictures/terrain.h"

#include <fmt/format.h>

#include <cstring>
#include <string_view>
#include <utility>

#include "cli/line/flag_values.h"
#include "cobble/recipe_io.h"
#include "core/list_text.h"
#include "core/size.h"
#include "core/suggest.h"
#include "jobs/path_check.h"
#include "recipe/formula/scanner.h"
#include "views/pixel_buffer.h"
#include "views/rgb_picture.h"
#include "views/terrain/terrain_view.h"

namespace cobble {
namespace {

constexpr double kMinElevation = 5, kMaxElevation = 89, kMaxAzimuth = 1e6, kMaxZoom = 10;

std::string CameraText(const CameraPlace& place) {
  return fmt::format("{},{}", place.azimuth, place.elevation);
}

CameraPlace ParseCamera(const std::string& text) {
  const std::vector<std::string> parts = SplitNames(text);
  if (parts.size() < 2 || parts.size() > 3)
    throw Error(ErrorKind::kUsage, "--camera",
                "must be AZIMUTH,ELEVATION or AZIMUTH,ELEVATION,ZOOM, got " + Quoted(text),
                "as in --camera " + CameraText({}));
  CameraPlace camera;
  const auto number = [&](std::size_t k, double low, double high, std::string_view what) {
    return NumberValue("--camera", WithoutBlanks(parts[k]), low, high, what);
  };
  camera.azimuth = number(0, -kMaxAzimuth, kMaxAzimuth, "the azimuth");
  camera.elevation = number(1, kMinElevation, kMaxElevation, "the elevation");
  if (parts.size() == 3) camera.zoom = number(2, 0.1, kMaxZoom, "the zoom");
  return camera;
}

TerrainViewOptions OptionsOf(const TerrainFlags& flags, const FittedSize& size, int threads) {
  return {.width = size.width, .height = size.height, .place = flags.camera, .threads = threads};
}

}  // namespace

void TerrainFlags::AddTo(CommandLine* line) {
  line->BeginGroup("Terrain");
  line->AddSwitch({"--terrain",
                   "show the height as a landscape seen at an angle, with the colours, the sun "
                   "and the sky of the map lit, cast shadows and haze; --size is then the size "
                   "of the view (default 1024x1024)",
                   {.brief = "a landscape seen at an angle",
                    .is_main = true,
                    .excludes = {{"--map", "a landscape has the light of the map lit"},
                                 {"--samples", "each pixel is the mean of 2 x 2 rays"},
                                 {"--shape"},
                                 {"--repeat"}}}},
                  &is_on);
  const NeededFlag terrain{"--terrain"};
  line->Add({{"--camera", "AZIMUTH,ELEVATION[,ZOOM]"},
             "where the camera of --terrain is: degrees clockwise from the top of the picture, "
             "5 to 89 degrees above the horizon, and how many times nearer than for a view of the "
             "whole picture (default " +
                 CameraText({}) + ",1)",
             {.brief = "where the camera of --terrain is",
              .is_main = true,
              .separator = ',',
              .needs = terrain}},
            [this](const std::string& text) { camera = ParseCamera(text); });
  file.AddOutput(line, {.needs = terrain, .excludes = {{"--protocol"}, {"--chars"}}});
  file.AddRules(line);
}

TerrainRequest LoadTerrain(const Args& paths, const RecipeOptions& recipe, std::istream& in) {
  constexpr std::string_view kSize = "size";
  TerrainRequest request;
  const auto input = recipe.Read(paths, in);
  request.land = {recipe.Without(kSize).Layers(input).Resolve(), recipe.NameOf(input), input};
  request.images = recipe.images();
  if (const auto size = recipe.ValueOf(kSize)) {
    RecipeLayers layers;  // of any recipe with this size
    layers.AddText(R"({"cobble": 1, "noise": "perlin"})", "size");
    layers.AddKey(kSize, *size, "--size");
    const Recipe sized = layers.Resolve();
    request.width = sized.width;
    request.height = sized.height;
  }
  return request;
}

void WriteTerrain(const TerrainRequest& request, const TerrainFlags& flags, int threads) {
  const PictureOutput output = flags.file.Output();
  PathCheck check({.no_clobber = flags.file.refuses_existing()});
  if (request.land.input)
    for (const std::string& path : request.land.input->paths)
      check.AddInput("the recipe " + Shown(path), path);
  request.images.AddTo(&check);
  check.AddOutput("-o " + output.label.value, output.path);
  const FittedSize size{request.width, request.height};
  constexpr std::size_t kChannels = 3;
  flags.file.CheckSize(output, size.width, size.height, GroundBytes(request.land.recipe, size));
  const RgbPicture view = ViewTerrain(request.land.recipe, OptionsOf(flags, size, threads));
  PixelBuffer pixels(size.width, size.height, kChannels);
  for (int64_t row = 0; row < size.height; ++row)
    std::memcpy(pixels.At(0, row), view.Pixel(0, row),
                (Size(size.width) * Size(kChannels)).bytes());
  flags.file.Write(output, pixels, threads);
}

std::string DrawnTerrain(const TerrainRequest& request, const TerrainFlags& flags,
                         const DrawOptions& draw) {
  const auto look = [&](int64_t max_width, int64_t max_height) {
    const FittedSize size = FitWithin(request.width, request.height, max_width, max_height);
    return ViewTerrain(request.land.recipe, OptionsOf(flags, size, draw.threads));
  };
  return DrawnText(look, draw);
}

}  // namespace cobble
