// Heights as metres in the colours of PNG files (output/terrain_codes.h).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "cobble/recipe.h"
#include "jobs/job.h"
#include "jobs/metadata.h"
#include "jobs/output_settings.h"
#include "output/terrain_codes.h"

namespace cobble {

// What a call asks for.
struct ElevationWish {
  TerrainCode code = TerrainCode::kMapbox;
  // Metres at the heights 0 and 1; nullopt: those of the recipe's world.
  std::optional<std::pair<double, double>> metres{};
  // If not empty: as in the picture that the recipe came from, only for its map, if it is written.
  std::string only_map{};
};

// Returns the wish of the settings or, if they have none, of the picture's metadata. Throws Error
// kUsage at `elevation` if the settings have metres but no code.
std::optional<ElevationWish> ElevationWishOf(const OutputSettings& settings,
                                             const std::optional<OutputMetadata>& metadata);

// Sets the elevation of the PNG pictures that show the height or, if there is none, another map of
// numbers. Throws Error kUsage at `terrain` without such a picture or metres, at `elevation` for
// metres that contradict the world or that the code cannot represent.
void SetElevations(const Recipe& recipe, const ElevationWish& wish,
                   std::span<PictureOutput> pictures);

// Throws Error kUsage at `elevation` for metres that the code cannot represent.
void CheckElevation(const Elevation& elevation);

// Returns a warning if the elevations are so close that the code has few of them.
std::vector<Issue> ElevationWarning(const std::optional<Elevation>& elevation);

}  // namespace cobble
