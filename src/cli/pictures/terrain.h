// cobble view --terrain: a landscape seen at an angle, in a file or in the terminal.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "cli/pictures/color_file.h"
#include "cli/pictures/draw.h"
#include "cli/recipes/image_flags.h"
#include "cli/recipes/options.h"
#include "cobble/error.h"
#include "views/terrain/camera.h"

namespace cobble {

struct TerrainFlags {
  bool is_on = false;
  CameraPlace camera;
  ColorFile file{{"view", "views", "--size"}};

  // Adds --terrain, -o, --camera and the file's flags.
  void AddTo(CommandLine* line);
};

struct TerrainRequest {
  LoadedRecipe land;
  ImageFlags images = {};
  int64_t width = 1024, height = 1024;
};

// Loads the recipe like RecipeOptions::Load, but takes --size as the view's size.
TerrainRequest LoadTerrain(const Args& paths, const RecipeOptions& recipe, std::istream& in);

void WriteTerrain(const TerrainRequest& request, const TerrainFlags& flags, int threads);

// Returns the text that draws the view in the terminal.
std::string DrawnTerrain(const TerrainRequest& request, const TerrainFlags& flags,
                         const DrawOptions& draw);

}  // namespace cobble
