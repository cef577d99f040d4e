// cobble view --terrain: a landscape seen from a slant, in a file or in the terminal.
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

  // Adds --terrain, -o, --camera and the flags of the file.
  void AddTo(CommandLine* line);
};

// A landscape and the size of its view.
struct TerrainRequest {
  LoadedRecipe land;
  ImageFlags images = {};
  int64_t width = 1024, height = 1024;
};

// Loads the recipe, whose size the flag --size does not change: it is that of the view. Throws what
// RecipeOptions::Load throws.
TerrainRequest LoadTerrain(const Args& paths, const RecipeOptions& recipe, std::istream& in);

// Writes the view to its file.
void WriteTerrain(const TerrainRequest& request, const TerrainFlags& flags, int threads);

// Returns the text that draws the view in the terminal.
std::string DrawnTerrain(const TerrainRequest& request, const TerrainFlags& flags,
                         const DrawOptions& draw);

}  // namespace cobble
